import type { AccountRules } from '../../core/contract';
import { contentFromJson } from '../../core/forms/asSpecified';
import { explain } from '../checks/explain';
import { channelNamed } from '../../core/contract/names';
import { checkContent } from '../checks/message';
import type { EditorProblem } from '../checks/problem';
import { asList, asValues, isEmpty, literal, type Values } from '../form/values';
import { translate, type EditorNode } from '../red';
import { messageProblems, accountRules } from './problems';

/**
 * Everything that is wrong with the further channels of a node, in the user's language; empty without further channels. What they cannot
 * be combined with comes first.
 */
export function fallbackProblems(node: EditorNode, fallbackChannels: unknown): string[] {
  const steps = asList(fallbackChannels).map(asValues);
  if (steps.length === 0) return [];
  const { toList, sendDate } = asValues(asValues(node['form'])['message']);
  return [
    ...(isEmpty(toList) ? [] : [explain({ key: 'furtherRecipients' })]),
    ...(isEmpty(sendDate) ? [] : [explain({ key: 'furtherSendDate' })]),
    ...steps.flatMap((step, index) =>
      stepProblems(step, node).map((problem) => `${translate(`fallback.channel${index + 2}`)}: ${problem}`),
    ),
  ];
}

/** The message has a recipient, which is checked with the first channel. */
const to = { t: 'str', v: '+41791234567' };

function stepProblems({ channel, from, contentType = 'Text', ...step }: Values, node: EditorNode): string[] {
  const isJson = contentType === 'Json';
  const content = isJson ? {} : asValues(step['content']);
  const lacksText = contentType === 'Text' && isEmpty(content['text']) && !hasText(node);
  return [
    ...messageProblems({
      account: node['account'],
      channel,
      contentType: isJson ? 'Text' : contentType,
      form: { message: { from, to }, content },
    }),
    ...(lacksText ? [explain({ key: 'furtherText' })] : []),
    ...(isJson ? jsonProblems(channel, step['json'], accountRules(node['account'])).map(explain) : []),
  ];
}

/** Whether the message has a text that a further channel can use. */
function hasText({ contentType, form, requestFrom }: EditorNode): boolean {
  if (!isEmpty(requestFrom)) return true;
  const { text, caption, body } = asValues(asValues(form)['content']);
  return contentType === 'Text' || ![text, caption, asValues(body)['text']].every(isEmpty);
}

function jsonProblems(channelName: unknown, json: unknown, rules: AccountRules): EditorProblem[] {
  if (isEmpty(json)) return [{ key: 'required', where: ['Content'] }];
  const typed = literal(json);
  const channel = channelNamed(channelName);
  if (typed === undefined || channel === undefined) return [];
  try {
    return checkContent(channel, contentFromJson(typed), rules);
  } catch (error) {
    return [{ key: 'furtherJson', values: { got: error instanceof Error ? error.message : typed } }];
  }
}
