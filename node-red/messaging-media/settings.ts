import { USUAL_LARGEST_MEGABYTES } from '../../core/client/request/media';
import { choice, describe, typed, number } from '../settings/describe';
import { failureRows, nodeRows } from '../settings/messageRows';

export const mediaNode = describe({
  type: 'messaging-media',
  ports: { inputs: 1, outputs: 1 },
  folded: ['advanced', 'output'],
  rows: {
    ...nodeRows,
    data: typed({ t: 'msg', v: 'payload' }, { required: true }),
    fileName: typed({ t: 'msg', v: 'filename' }),
    mimeType: typed({ t: 'str', v: '' }),
    uploadForm: choice(['multipart', 'raw'], { section: 'advanced' }),
    maxMegabytes: number({
      value: USUAL_LARGEST_MEGABYTES,
      min: 0.001,
      max: 1024,
      section: 'advanced',
      guard: true,
    }),
    ...failureRows,
  },
});
