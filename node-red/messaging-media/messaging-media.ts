import type { Node, NodeAPI, NodeDef } from 'node-red';
import { z } from 'zod/v4';

import { cleanFileName, USUAL_LARGEST_MEGABYTES, type MediaFile } from '../../core/client';
import { evaluateForm, type Scope } from '../shared/evaluate';
import { mediaFileFrom } from '../shared/media';
import { choiceSetting, leafSetting, numberSetting, switchSetting, textSetting } from '../shared/settings';
import { Worker } from '../shared/worker';

const mediaSetting = z.object({
  account: textSetting,
  data: leafSetting.catch({ t: 'msg', v: 'payload' }),
  fileName: leafSetting.catch({ t: 'msg', v: 'filename' }),
  mimeType: leafSetting.catch({ t: 'str', v: '' }),
  uploadForm: choiceSetting(['multipart', 'raw']),
  maxMegabytes: numberSetting(USUAL_LARGEST_MEGABYTES, 0.001, 1024),
  failureOutput: switchSetting,
});
type MediaSetting = z.infer<typeof mediaSetting>;

export = (RED: NodeAPI) => {
  RED.nodes.registerType('messaging-media', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    const setting = mediaSetting.parse(definition);
    new Worker<MediaFile>(RED, this, {
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
    evaluateForm(scope, setting.data, 'data'),
    evaluateForm(scope, setting.fileName, 'fileName'),
    evaluateForm(scope, setting.mimeType, 'mimeType'),
  ]);
  return mediaFileFrom({ data, fileName, mimeType }, setting.maxMegabytes);
}
