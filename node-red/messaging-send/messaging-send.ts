import type { Node, NodeAPI, NodeDef } from 'node-red';

import {
  checkMessage,
  pagesOf,
  USUAL_LARGEST_MEGABYTES,
  type Client,
  type MediaFile,
  type MessageResult,
} from '../../core/client';
import { isRecord } from '../../core/reading';
import { evaluationOf, type Scope } from '../shared/evaluate';
import { mediaFileFrom } from '../shared/media';
import { messageFormSetting, requestsOf } from '../shared/messageForm';
import { without } from '../shared/messageRequest';
import type { Output } from '../shared/report';
import { Stored } from '../shared/settings';
import { Worker } from '../shared/worker';

function sendSetting(definition: NodeDef) {
  const stored = new Stored(definition);
  return {
    ...messageFormSetting(stored),
    account: stored.text('account'),
    mediaFrom: stored.choice('mediaFrom', 'form', 'buffer'),
    bufferProperty: stored.leaf('bufferProperty', { t: 'msg', v: 'payload' }),
    fileNameProperty: stored.leaf('fileNameProperty', { t: 'msg', v: 'filename' }),
    validateOnly: stored.flag('validateOnly'),
    failureOutput: stored.flag('failureOutput'),
  };
}
type SendSetting = ReturnType<typeof sendSetting>;

interface Prepared {
  request: Record<string, unknown>;
  file: MediaFile | undefined;
}

/** Stands for the id that an upload will return. */
const PENDING_MEDIA_ID = 'pending';

export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-send', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = sendSetting(definition);
    const requestFor = requestsOf(setting);
    const fileFrom = filesOf(setting);
    new Worker<Prepared>(RED, this, {
      definition,
      account: setting.account,
      failureOutput: setting.failureOutput,
      prepare: async (msg, account) => {
        const scope: Scope = { RED, node: this, msg };
        const request = await requestFor(scope, account.senders);
        return { request, file: await fileFrom(scope) };
      },
      act: (prepared, turn) =>
        setting.validateOnly
          ? validated(prepared)
          : turn.call(async (client, signal) => accepted(await send(client, prepared, signal))),
    });
  });
};

/** The file that a message brings, where the node is to take one. */
function filesOf({
  mediaFrom,
  bufferProperty,
  fileNameProperty,
}: SendSetting): (scope: Scope) => Promise<MediaFile | undefined> {
  if (mediaFrom !== 'buffer') return async () => undefined;
  const dataIn = evaluationOf(bufferProperty, 'file');
  const fileNameIn = evaluationOf(fileNameProperty, 'fileName');
  return async (scope) =>
    mediaFileFrom({ data: await dataIn(scope), fileName: await fileNameIn(scope) }, USUAL_LARGEST_MEGABYTES);
}

async function send(
  client: Client,
  { request, file }: Prepared,
  signal: AbortSignal,
): Promise<MessageResult> {
  if (file === undefined) return client.send(request, { signal });
  // Nothing is uploaded for a message that cannot be sent anyway.
  await checkMessage(withMedia(request, file, PENDING_MEDIA_ID));
  const { mediaId } = await client.uploadMedia(file, 'multipart', { signal });
  return client.send(withMedia(request, file, mediaId), { signal });
}

/** The uploaded file takes the place of what the content named; a document is shown under its name. */
function withMedia(
  request: Record<string, unknown>,
  file: MediaFile,
  mediaId: string,
): Record<string, unknown> {
  if (!isRecord(request['content'])) return request;
  const content = without(request['content'], 'url');
  const named = content['type'] === 'Document' && file.fileName !== '' ? { filename: file.fileName } : {};
  return { ...request, content: { ...named, ...content, mediaId } };
}

function accepted(result: MessageResult): Output {
  return { payload: { outcome: 'accepted', ...result }, port: 0, status: { key: 'sent' } };
}

async function validated({ request, file }: Prepared): Promise<Output> {
  const message = await checkMessage(
    file === undefined ? request : withMedia(request, file, PENDING_MEDIA_ID),
  );
  return {
    payload: { outcome: 'valid', request: message, pages: pagesOf(message) },
    port: 0,
    status: { key: 'valid' },
  };
}
