import type { Node, NodeAPI, NodeDef } from 'node-red';

import { cleanFileName, USUAL_LARGEST_MEGABYTES, type MediaFile } from '../../core/client';
import { evaluationOf, type Scope } from '../shared/evaluate';
import { mediaFileFrom } from '../shared/media';
import { Stored } from '../shared/settings';
import { Worker } from '../shared/worker';

function mediaSetting(definition: NodeDef) {
  const stored = new Stored(definition);
  return {
    account: stored.text('account'),
    data: stored.leaf('data', { t: 'msg', v: 'payload' }),
    fileName: stored.leaf('fileName', { t: 'msg', v: 'filename' }),
    mimeType: stored.leaf('mimeType', { t: 'str', v: '' }),
    uploadForm: stored.choice('uploadForm', 'multipart', 'raw'),
    maxMegabytes: stored.number('maxMegabytes', USUAL_LARGEST_MEGABYTES, 0.001, 1024),
    failureOutput: stored.flag('failureOutput'),
  };
}
type MediaSetting = ReturnType<typeof mediaSetting>;

export default (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-media', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = mediaSetting(definition);
    new Worker<MediaFile>(RED, this, {
      definition,
      account: setting.account,
      failureOutput: setting.failureOutput,
      prepare: (msg) => fileFrom({ RED, node: this, msg }, setting),
      act: async (file, turn) => {
        const upload = await turn.call((client, signal) =>
          client.uploadMedia(file, setting.uploadForm, { signal }),
        );
        const { bytes, fileName, mimeType } = file;
        const payload = { ...upload, fileName: cleanFileName(fileName), mimeType, bytes: bytes.length };
        return { payload, port: 0, status: { key: 'uploaded' } };
      },
    });
  });
};

async function fileFrom(scope: Scope, setting: MediaSetting): Promise<MediaFile> {
  const [data, fileName, mimeType] = await Promise.all([
    evaluationOf(setting.data, 'data')(scope),
    evaluationOf(setting.fileName, 'fileName')(scope),
    evaluationOf(setting.mimeType, 'mimeType')(scope),
  ]);
  return mediaFileFrom({ data, fileName, mimeType }, setting.maxMegabytes);
}
