import type { NodeAPI } from 'node-red';

import type { MediaFile } from '../../core/client';
import { anything, valueIn, type Scope } from '../settings/evaluate';
import { propertyLabel } from '../settings/labels';
import { mediaFileFrom } from '../message/media';
import { registerNode } from '../settings/registerNode';
import { Worker } from '../work/worker';
import { mediaNode, type MediaSetting } from './settings';

export default (RED: NodeAPI) => {
  registerNode(RED, mediaNode, (deployed) => {
    const { node, setting } = deployed;
    new Worker<MediaFile>(deployed, {
      failureOutput: setting.failureOutput,
      prepare: (msg) => fileFrom({ RED, node, msg }, setting),
      act: async (file, job) => {
        const upload = await job.call((client, signal) =>
          client.uploadMedia(file, setting.uploadForm, { signal }),
        );
        const { bytes, fileName, mimeType } = file;
        const payload = { ...upload, fileName, mimeType, bytes: bytes.length };
        return { payload, port: 0, status: { key: 'uploaded' } };
      },
    });
  });
};

async function fileFrom(scope: Scope, setting: MediaSetting): Promise<MediaFile> {
  const names = ['data', 'fileName', 'mimeType'] as const;
  const values = names.map((name) => valueIn(scope, setting[name], anything));
  const [data, fileName, mimeType] = await Promise.all(values);
  return mediaFileFrom({ data, fileName, mimeType }, setting.maxMegabytes, {
    data: propertyLabel(scope.RED, 'data'),
    mimeType: propertyLabel(scope.RED, 'mimeType'),
  });
}
