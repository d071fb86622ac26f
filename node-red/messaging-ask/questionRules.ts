import { optionsIn } from '../../core/ask/options';
import type { Path } from '../../core/contract/sentences';
import type { Sentence } from '../../core/errors/sentence';
import { isRecord } from '../../core/reading';
import { say } from '../errors/texts';
import type { AskSetting } from './settings';

/** Why nobody can be asked or can answer, and the field of the request or the setting that says so. The editor checks the same. */
interface QuestionFault {
  said: Sentence;
  path: Path;
}

/** Whether a fault is in a setting of the node, not in the request. */
export function isInSetting({ path: [name] }: QuestionFault): boolean {
  return name === 'words' || name === 'answerBy';
}

/**
 * What keeps a question from ever being answered, whether the contract allows it or not.
 * @param hasAddress whether a page for the answer can be reached
 */
export function questionFaults(
  { toList, sendDate, content }: Record<string, unknown>,
  { order, waitFor, words, answerBy }: Pick<AskSetting, 'order' | 'waitFor' | 'words' | 'answerBy'>,
  hasAddress: boolean,
): QuestionFault[] {
  const faults: QuestionFault[] = [];
  const people: unknown[] = Array.isArray(toList) ? toList : [];
  const namesOthers = people.some((entry) => isRecord(entry) && entry['type'] !== 'Number');
  if (order === 'all' && (namesOthers || people.length > 1))
    faults.push({ said: say('onePerson'), path: ['toList'] });
  if (order !== 'all' && namesOthers) faults.push({ said: say('noAddressBook'), path: ['toList'] });
  if (order !== 'all' && typeof sendDate === 'string')
    faults.push({ said: say('noScheduledPeople'), path: ['sendDate'] });
  if (waitFor === 'choice' && words.length === 0 && optionsIn(content).length === 0)
    faults.push({ said: say('noChoice'), path: ['words'] });
  if (answerBy !== 'link') return faults;
  if (!hasAddress) faults.push({ said: say('linkWithoutAddress'), path: ['answerBy'] });
  if (!isRecord(content) || content['type'] !== 'Text')
    faults.push({ said: say('linkWithoutText'), path: ['answerBy'] });
  return faults;
}
