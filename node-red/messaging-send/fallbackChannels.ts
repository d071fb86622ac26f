import type { NodeAPI, NodeMessage } from 'node-red';

import { fallbackRequests, invalidField, splitMessage, type FallbackChannel } from '../../core/client';
import { MOST_FALLBACK_CHANNELS } from '../../core/client/request/fallbackChannels';
import { channelNamed } from '../../core/contract/names';
import { rule } from '../../core/contract/sentences';
import { formatPath, type LabelOf } from '../../core/contract/problem';
import { contentFromJson, forms, fromForm } from '../../core/forms';
import { asText, fieldsOf } from '../../core/reading';
import { say } from '../errors/texts';
import { withReportTo } from '../calls/addresses';
import { checkPrepared, preparedMessage, type CheckedMessage } from '../message/preparedMessage';
import type { Account } from '../service/account';
import { valuesIn } from '../settings/evaluate';
import { inFallbackChannel, labelInFallbackChannel, labelOnForm, propertyLabel } from '../settings/labels';
import type { Deployed } from '../settings/registerNode';
import type { SendSetting } from './settings';

/** Makes the messages of a node, for all its channels or in parts, which are checked before the first one is sent. */
export async function messagesOf(
  { RED, node, setting }: Deployed<SendSetting>,
  msg: NodeMessage,
  account: Account,
): Promise<CheckedMessage[]> {
  const scope = { RED, node, msg };
  const { fallbackChannels, countsAs, ifTooLong } = setting;
  const first = await preparedMessage(setting, scope, account);
  const isSplit = ifTooLong === 'split';
  if (fallbackChannels.length === 0) {
    const parts = isSplit ? splitMessage(first.request, first.rules) : [first.request];
    return Promise.all(parts.map((request) => checkPrepared({ ...first, request })));
  }
  if (isSplit)
    throw invalidField('ifTooLong', rule('fallbackOrSplit'), { label: propertyLabel(RED, 'ifTextTooLong') });
  if (fallbackChannels.length > MOST_FALLBACK_CHANNELS) {
    const label = propertyLabel(RED, 'fallbackChannels');
    throw invalidField('fallbackChannels', say('mostFallbackChannels', { max: MOST_FALLBACK_CHANNELS }), {
      label,
    });
  }
  const evaluated = await valuesIn(scope, fallbackChannels, {
    path: ['fallback'],
    labelOf: ([, ...path]) => labelInFallbackChannel(RED, fallbackChannels, path),
    mayFind: ([, , part, name]) => part === 'content' && name !== 'text',
  });
  const steps = (Array.isArray(evaluated) ? evaluated : []).map((step, index) => ({
    ...fallbackChannel(step, account, inFallbackChannel(RED, index, 'Content (JSON)')),
    labelOf: labelsOfStep(RED, index, fallbackChannels[index], first.labelOf),
  }));
  const further = fallbackRequests(first.request, steps, first.labelOf).map((request, index) => ({
    ...first,
    request,
    file: undefined,
    labelOf: steps[index]?.labelOf ?? first.labelOf,
  }));
  const reported = (request: Record<string, unknown>) =>
    countsAs === 'delivered' ? withReportTo(RED, account, request) : request;
  return Promise.all(
    [first, ...further].map((message) => checkPrepared({ ...message, request: reported(message.request) })),
  );
}

/** The labels of the fields of a message for a fallback channel: its channel, sender and content are its own. */
function labelsOfStep(RED: NodeAPI, index: number, step: unknown, labelOf: LabelOf): LabelOf {
  return (path, request) => {
    const [part] = path;
    if (!['channel', 'content', 'from'].includes(String(part))) return labelOf(path, request);
    const { type } = fieldsOf(fieldsOf(step)['content']);
    const isJson = type === 'Json' && part === 'content';
    return inFallbackChannel(RED, index, isJson ? formatPath(path) : labelOnForm(RED, path, request));
  };
}

function fallbackChannel(step: unknown, { senders }: Account, jsonLabel: string): FallbackChannel {
  const { type, from, content } = fieldsOf(step);
  const known = channelNamed(type);
  return {
    channel: known ?? asText(type) ?? '',
    from: asText(from) ?? (known === undefined ? '' : senders[known]),
    content: fallbackContent(fieldsOf(content), jsonLabel),
  };
}

/** A content entered in the form or as JSON; undefined for a text that was left empty. */
function fallbackContent({ type = 'Text', ...values }: Record<string, unknown>, jsonLabel: string): unknown {
  if (type === 'Json') return contentFromJson(values['json'], jsonLabel);
  if (type === 'Text' && (values['text'] ?? '') === '') return undefined;
  const form = forms.contents.find(({ value }) => value === type);
  return form === undefined ? { type } : fromForm(form, values);
}
