import { placeOf } from '../../core/forms/place';
import { say } from '../../node-red/errors/texts';
import { isInSetting, questionFaults } from '../../node-red/messaging-ask/questionRules';
import { askNode } from '../../node-red/messaging-ask/settings';
import { readSettings } from '../../node-red/settings/readSettings';
import { accountOf } from '../red';
import { fromEnvironment, isEmpty, literal, textOrEmpty, type Values } from '../values';
import type { EditorProblem } from './problem';

/** What keeps a question from ever being answered, as the node says it, and a sender to which nobody can reply. */
export function askProblems(node: Values, request: Values): EditorProblem[] {
  const setting = readSettings(askNode, node);
  const account = accountOf(node);
  const hasAddress = account === undefined || textOrEmpty(account['publicAddress']).trim() !== '';
  const faults = questionFaults(request, setting, hasAddress).map((fault) =>
    isInSetting(fault) ? fault : { ...fault, where: placeOf(fault.path, request) },
  );
  if (setting.waitFor === 'delivery' || setting.answerBy === 'link') return faults;
  const { channel, from } = node;
  const sender = channel !== 'Sms' ? undefined : isEmpty(from) ? account?.['senderSms'] : literal(from);
  return typeof sender === 'string' && !fromEnvironment(sender) && /\p{L}/u.test(sender)
    ? [...faults, { said: say('nameAsSender', { got: sender }), where: ['From'], path: ['from'] }]
    : faults;
}
