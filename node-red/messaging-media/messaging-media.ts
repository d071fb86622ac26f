import type { NodeAPI } from 'node-red';

import type { MediaFile } from '../../core/client';
import { fileIn } from '../message/media';
import { registerNode } from '../settings/registerNode';
import { Worker } from '../work/worker';
import { mediaNode } from './settings';

export default (RED: NodeAPI) => {
  registerNode(RED, mediaNode, (deployed) => {
    const { node, setting } = deployed;
    new Worker<MediaFile>(deployed, {
      prepare: (msg) => fileIn({ RED, node, msg }, setting, setting.maxMegabytes),
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
