import type { LabelOf } from '../../../core/contract';
import type { Path } from '../../../core/contract/sentences';
import { labelOnForm } from '../../../core/forms';
import type { ResponseType } from './state';

/**
 * The labels in the form of *Send and Wait* for the fields of the message that is made from it.
 * @param template the components of a template as entered; if they have no body, the message is put before them
 */
export function labelsOfQuestion(responseType: ResponseType, template: EnteredTemplate | undefined): LabelOf {
  return (path, request) => {
    const [part, field, index] = path;
    if (part !== 'content') return labelOnForm(path, request);
    if (template === undefined) return inMessage(path, responseType);
    if (field !== 'components' || typeof index !== 'number') return labelOnForm(path, request);
    const entered = template.hasBody ? index : index - 1;
    if (entered < 0) return 'Message';
    return labelOnForm(['content', field, entered, ...path.slice(3)], { content: template.content });
  };
}

export interface EnteredTemplate {
  content: Record<string, unknown>;
  components: Array<Record<string, unknown>>;
  hasBody: boolean;
}

function inMessage(path: Path, responseType: ResponseType): string {
  const [, part, field] = path;
  if (part !== 'action') return 'Message';
  const index = path.filter((key) => typeof key === 'number').at(-1);
  if (index === undefined) return field === 'button' ? 'List Button' : 'Choices';
  if (responseType === 'choice')
    return `Choices ${index + 1} › ${path.at(-1) === 'description' ? 'Description' : 'Label'}`;
  return index === 0 ? 'Approve Button Label' : 'Disapprove Button Label';
}
