import {
  fallbackFinding,
  MOST_FALLBACK_CHANNELS,
  textForFallback,
} from '../../core/client/request/fallbackChannels';
import { channelNamed } from '../../core/contract/names';
import { rule, said } from '../../core/contract/sentences';
import { asSpecified } from '../../core/forms/asSpecified';
import { parseJson } from '../../core/json';
import { messageIn } from '../../core/reading';
import { say } from '../../node-red/errors/texts';
import { asList, fieldsOf, isEmpty, literal, type Values } from '../values';
import { checkContent } from './message';
import type { EditorProblem } from './problem';
import { accountRules, draftOfNode, messageProblems } from './wholeMessage';

/** Everything that is wrong with the fallback channels of a node. What they cannot be combined with comes first. */
export function fallbackProblems(node: Values): EditorProblem[] {
  const steps = asList(node['fallbackChannels']).map(fieldsOf);
  if (steps.length === 0) return [];
  const { request } = draftOfNode(node);
  const finding = fallbackFinding(request);
  const hasText = textForFallback(request['content']) !== undefined;
  return [
    ...(steps.length > MOST_FALLBACK_CHANNELS
      ? [{ said: say('mostFallbackChannels', { max: MOST_FALLBACK_CHANNELS }) }]
      : []),
    ...(node['ifTooLong'] === 'split' ? [{ said: rule('fallbackOrSplit'), where: [] }] : []),
    ...(finding === undefined ? [] : [{ said: said(finding), where: [] }]),
    ...steps.flatMap((step, index) =>
      stepProblems(step, node['account'], hasText).map(({ where = [], path = [], ...problem }) => ({
        ...problem,
        where: ['Fallback Channels', index + 1, ...where],
        path: ['fallbackChannels', index, ...path],
      })),
    ),
  ];
}

/** The message has a recipient, which is checked with the first channel. */
const to = { t: 'str', v: '+41791234567' };

function stepProblems(
  { type: channel, from, content: stored }: Values,
  account: unknown,
  hasText: boolean,
): EditorProblem[] {
  const { type: contentType = 'Text', ...content } = fieldsOf(stored);
  const isJson = contentType === 'Json';
  const lacksText = contentType === 'Text' && isEmpty(content['text']) && !hasText;
  const place = { where: ['Text'], path: ['content', 'text'] };
  return [
    ...messageProblems({
      ...{ account, channel, from, to },
      ...(isJson ? { contentType: 'Text' } : { contentType, content }),
    }),
    ...(lacksText ? [{ said: rule('noTextForFallback'), ...place }] : []),
    ...(isJson ? jsonProblems(channel, content['json'], account) : []),
  ];
}

function jsonProblems(channelName: unknown, json: unknown, account: unknown): EditorProblem[] {
  const place = { where: ['Content (JSON)'], path: ['content', 'json'] };
  if (isEmpty(json)) return [{ said: rule('required'), ...place }];
  const typed = literal(json);
  const channel = channelNamed(channelName);
  if (typed === undefined || channel === undefined) return [];
  try {
    const { content } = asSpecified({ content: parseJson(typed) });
    return checkContent(channel, content, accountRules(account)).map((problem) => ({ ...problem, ...place }));
  } catch (error) {
    return [{ said: rule('notJson', { reason: messageIn(error) }), ...place }];
  }
}
