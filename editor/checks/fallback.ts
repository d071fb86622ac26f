import { MOST_FURTHER_CHANNELS } from '../../core/client/request/furtherChannels';
import type { AccountRules } from '../../core/contract';
import { channelNamed } from '../../core/contract/names';
import { contentFromJson } from '../../core/forms/asSpecified';
import { asList, asValues, isEmpty, literal, type Values } from '../values';
import type { EditorProblem } from './explain';
import { checkContent } from './message';
import { accountRules, messageProblems } from './wholeMessage';

/** Everything that is wrong with the further channels of a node. What they cannot be combined with comes first. */
export function fallbackProblems(node: Values): EditorProblem[] {
  const steps = asList(node['fallbackChannels']).map(asValues);
  if (steps.length === 0) return [];
  return [
    ...(steps.length > MOST_FURTHER_CHANNELS
      ? [{ key: 'furtherMost', values: { max: MOST_FURTHER_CHANNELS } }]
      : []),
    ...(isEmpty(node['toList']) ? [] : [{ key: 'furtherRecipients', where: [] }]),
    ...(node['ifTooLong'] === 'split' ? [{ key: 'furtherOrSplit', where: [] }] : []),
    ...(isEmpty(node['sendDate']) ? [] : [{ key: 'furtherSendDate', where: [] }]),
    ...steps.flatMap((step, index) =>
      stepProblems(step, node).map(({ where = [], path = [], ...problem }) => ({
        ...problem,
        where: ['Further Channels', index + 1, ...where],
        path: ['fallbackChannels', index, ...path],
      })),
    ),
  ];
}

/** The message has a recipient, which is checked with the first channel. */
const to = { t: 'str', v: '+41791234567' };

function stepProblems({ type: channel, from, content: stored }: Values, node: Values): EditorProblem[] {
  const { type: contentType = 'Text', ...content } = asValues(stored);
  const isJson = contentType === 'Json';
  const lacksText = contentType === 'Text' && isEmpty(content['text']) && !hasText(node);
  const place = { where: ['Text'], path: ['content', 'text'] };
  return [
    ...messageProblems({
      ...{ account: node['account'], channel, from, to },
      ...(isJson ? { contentType: 'Text' } : { contentType, content }),
    }),
    ...(lacksText ? [{ key: 'furtherText', ...place }] : []),
    ...(isJson ? jsonProblems(channel, content['json'], accountRules(node['account'])) : []),
  ];
}

/** Whether the message has a text that a further channel can use. */
function hasText({ contentType, content, requestFrom }: Values): boolean {
  if (!isEmpty(requestFrom)) return true;
  const { text, caption, body } = asValues(content);
  return contentType === 'Text' || ![text, caption, asValues(body)['text']].every(isEmpty);
}

function jsonProblems(channelName: unknown, json: unknown, rules: AccountRules): EditorProblem[] {
  const place = { where: ['Content (JSON)'], path: ['content', 'json'] };
  if (isEmpty(json)) return [{ key: 'required', ...place }];
  const typed = literal(json);
  const channel = channelNamed(channelName);
  if (typed === undefined || channel === undefined) return [];
  try {
    return checkContent(channel, contentFromJson(typed), rules).map((problem) => ({ ...problem, ...place }));
  } catch (error) {
    const got = error instanceof Error ? error.message : typed;
    return [{ key: 'furtherJson', values: { got }, ...place }];
  }
}
