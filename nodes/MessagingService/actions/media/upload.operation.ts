import type { INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import { binaryField } from '../../../settings';
import { itemsAtOnce, optionsProperty } from '../../fields/options';
import { uploadBinary } from '../message/upload';
import type { NodeRun, Operation } from '../run';
import { query } from '../query';

const file = binaryField('binaryField');

export const upload: Operation = {
  name: 'Upload',
  action: 'Upload media file',
  description: 'Upload an image, video, audio file or document and get the media ID to use in messages',
  properties: [file.property, optionsProperty(itemsAtOnce)],
  sendsNothing: true,
  execute,
};

async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
  return await query(
    run,
    (parameters) => [file.read(parameters)],
    async (name, itemIndex) => asData(await uploadBinary(run, itemIndex, name)),
  );
}
