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
import { evaluateForm, type Scope } from '../shared/evaluate';
import { mediaFileFrom } from '../shared/media';
import { messageFormSetting, requestFor } from '../shared/messageForm';
import { without } from '../shared/messageRequest';
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

export = (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-send', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = sendSetting(definition);
    new Worker<Prepared>(RED, this, {
      account: setting.account,
      failureOutput: setting.failureOutput,
      prepare: async (msg, account) => {
        const scope: Scope = { RED, node: this, msg };
        const request = await requestFor(scope, setting, account.senders);
        return { request, file: await fileFrom(scope, setting) };
      },
      act: async (prepared, turn) => {
        if (setting.validateOnly) return validated(prepared);
        const result = await turn.call((client, signal) => send(client, prepared, signal));
        return { payload: { outcome: 'accepted', ...result }, port: 0, status: { key: 'sent' } };
      },
    });
  });
};

async function fileFrom(scope: Scope, setting: SendSetting): Promise<MediaFile | undefined> {
  if (setting.mediaFrom !== 'buffer') return undefined;
  const data = await evaluateForm(scope, setting.bufferProperty, 'file');
  const fileName = await evaluateForm(scope, setting.fileNameProperty, 'fileName');
  return mediaFileFrom({ data, fileName }, USUAL_LARGEST_MEGABYTES);
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

async function validated({ request, file }: Prepared) {
  const message = await checkMessage(
    file === undefined ? request : withMedia(request, file, PENDING_MEDIA_ID),
  );
  return {
    payload: { outcome: 'valid', request: message, pages: pagesOf(message) },
    port: 0,
    status: { key: 'valid' },
  };
}
