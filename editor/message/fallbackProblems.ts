import type { Channel } from '../../core/contract';
import { contentFromJson } from '../../core/forms/contentFromJson';
import { forms } from '../../core/forms/forms';
import { channelNamed, checkContent, contractProblems } from '../checks/message';
import { explainAll } from '../checks/explain';
import type { PlacedProblem } from '../checks/problem';
import { asList, asValues, isEmpty, literal, type Values } from '../form/values';
import { translate, type EditorNode } from '../red';
import { brokenExpressions, lacksSender } from './problems';

/** Everything that is wrong with the further channels of a node, in the user's language; empty without further channels. */
export function fallbackProblems(node: EditorNode, fallbackChannels: unknown): string[] {
  const steps = asList(fallbackChannels).map(asValues);
  if (steps.length === 0) return [];
  const { toList, sendDate } = asValues(asValues(node['form'])['message']);
  return [
    ...explainAll([
      ...(isEmpty(toList) ? [] : [{ key: 'furtherRecipients', where: [] }]),
      ...(isEmpty(sendDate) ? [] : [{ key: 'furtherSendDate', where: [] }]),
    ]),
    ...steps.flatMap((step, index) =>
      stepProblems(step, node).map((problem) => `${translate(`fallback.channel${index + 2}`)}: ${problem}`),
    ),
  ];
}

function stepProblems(step: Values, node: EditorNode): string[] {
  const { channel, from, contentType = 'Text', json } = step;
  const isUsualText = contentType === 'Text' && isEmpty(asValues(step['content'])['text']);
  const isForm = contentType !== 'Json' && !isUsualText;
  const content = isForm ? step['content'] : { text: { t: 'str', v: 'Text' } };
  const stored = {
    channel,
    contentType: isForm ? contentType : 'Text',
    form: { message: { from }, content },
  };
  return [
    ...explainAll([
      ...(lacksSender(node['account'], channel, from) ? [{ key: 'senderMissing', where: ['From'] }] : []),
      ...(isUsualText && !hasText(node) ? [{ key: 'furtherText', where: [] }] : []),
      ...contractProblems(forms, stored),
      ...(contentType === 'Json' ? jsonProblems(channelNamed(forms, channel), json) : []),
    ]),
    ...brokenExpressions(stored),
  ];
}

/** Whether the message has a text that a further channel can use. */
function hasText({ contentType, form }: EditorNode): boolean {
  const { text, caption, body } = asValues(asValues(form)['content']);
  return contentType === 'Text' || ![text, caption, asValues(body)['text']].every(isEmpty);
}

function jsonProblems(channel: Channel | undefined, json: unknown): PlacedProblem[] {
  if (isEmpty(json)) return [{ key: 'required', where: ['Content'] }];
  const typed = literal(json);
  if (typed === undefined || channel === undefined) return [];
  try {
    return checkContent(channel, contentFromJson(typed));
  } catch (error) {
    return [
      { key: 'furtherJson', values: { got: error instanceof Error ? error.message : typed }, where: [] },
    ];
  }
}
