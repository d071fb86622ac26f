import type { Node, NodeAPI } from 'node-red';

import { furtherRequests, type FurtherChannel } from '../../core/client';
import { channelNamed } from '../../core/contract/names';
import { formatPath, type LabelOf } from '../../core/contract/problem';
import { contentFromJson, forms, fromForm } from '../../core/forms';
import { asText, isRecord } from '../../core/reading';
import { listenOnPaths, withReportTo } from '../calls/accountPaths';
import { waitsOf } from '../calls/waitsOf';
import { checkPrepared, type CheckedMessage, type PreparedMessage } from '../message/preparedMessage';
import { findAccount, type Account } from '../service/account';
import { evaluationOf, type Scope } from '../settings/evaluate';
import { inFurtherChannel, inputsOfFurtherChannels, labelOnForm, propertyLabel } from '../settings/labels';

/** The stored settings of the section *If It Does Not Get Through*. */
interface FallbackSetting {
  account: string;
  fallbackChannels: ReadonlyArray<Record<string, unknown>>;
  countsAs: 'delivered' | 'accepted';
}

/** Makes the messages of a node for all its channels, which are checked before the first one is sent. */
export function channelsOf(
  RED: NodeAPI,
  node: Node,
  { account: accountId, fallbackChannels, countsAs }: FallbackSetting,
): (scope: Scope, first: PreparedMessage, account: Account) => Promise<CheckedMessage[]> {
  if (fallbackChannels.length === 0) return async (_scope, first) => [await checkPrepared(first)];
  const isFollowed = countsAs === 'delivered';
  const own = findAccount(RED, accountId);
  if (own !== undefined && isFollowed) listenOnPaths(RED, node, own, { questions: waitsOf(RED, accountId) });
  const furtherFor = evaluationOf(
    fallbackChannels,
    inputsOfFurtherChannels(fallbackChannels),
    ([, part, name]) => part === 'content' && name !== 'text',
  );
  return async (scope, first, account) => {
    const evaluated = await furtherFor(scope);
    const steps = (Array.isArray(evaluated) ? evaluated : []).map((step, index) => ({
      ...furtherChannel(step, account, inFurtherChannel(RED, index, propertyLabel(RED, 'fallbackJson'))),
      labelOf: labelsOfStep(RED, index, fallbackChannels[index], first.labelOf),
    }));
    const further = furtherRequests(first.request, steps, first.labelOf).map((request, index) => ({
      ...first,
      request,
      file: undefined,
      labelOf: steps[index]?.labelOf ?? first.labelOf,
    }));
    const reported = (request: Record<string, unknown>) =>
      isFollowed ? withReportTo(RED, account, request) : request;
    return Promise.all(
      [first, ...further].map((message) => checkPrepared({ ...message, request: reported(message.request) })),
    );
  };
}

/** The labels of the fields of a message for a further channel: its sender and content are its own. */
function labelsOfStep(RED: NodeAPI, index: number, step: unknown, labelOf: LabelOf): LabelOf {
  return (path, request) => {
    const [part] = path;
    if (part === 'from') return inFurtherChannel(RED, index, propertyLabel(RED, 'fallbackFrom'));
    if (part !== 'content') return labelOf(path, request);
    const isJson = isRecord(step) && step['contentType'] === 'Json';
    return inFurtherChannel(RED, index, isJson ? formatPath(path) : labelOnForm(path, request));
  };
}

function furtherChannel(step: unknown, { senders }: Account, jsonLabel: string): FurtherChannel {
  const { channel, from, ...entered }: Record<string, unknown> = isRecord(step) ? step : {};
  const known = channelNamed(channel) ?? 'Sms';
  return {
    channel: known,
    from: asText(from) ?? senders[known],
    content: furtherContent(entered, jsonLabel),
  };
}

/** A content entered in the form or as JSON; undefined for a text that was left empty. */
function furtherContent(
  { contentType = 'Text', content, json }: Record<string, unknown>,
  jsonLabel: string,
): unknown {
  if (contentType === 'Json') return contentFromJson(json, jsonLabel);
  const values = isRecord(content) ? content : {};
  const isUsualText = contentType === 'Text' && (values['text'] ?? '') === '';
  const form = forms.contents.find(({ value }) => value === contentType);
  if (isUsualText) return undefined;
  return form === undefined ? { type: contentType } : fromForm(form, values);
}
