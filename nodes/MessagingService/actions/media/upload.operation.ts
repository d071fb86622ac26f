import type { INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import { itemsAtOnce, optionsProperty } from '../../fields/options';
import { BINARY_FIELD } from '../../fields/parts/fieldParts';
import { uploadBinary } from '../../transport/upload';
import type { NodeRun, Operation } from '../run';
import { query, requiredText } from '../query';

export const upload: Operation = {
  name: 'Upload',
  action: 'Upload media file',
  description: 'Upload an image, video, audio file or document and get the media ID to use in messages',
  properties: [
    {
      displayName: BINARY_FIELD,
      name: 'binaryField',
      type: 'string',
      required: true,
      default: 'data',
      placeholder: 'e.g. data',
      hint: 'The name of the input field that holds the file',
    },
    optionsProperty(itemsAtOnce),
  ],
  sendsNothing: true,
  execute,
};

async function execute(run: NodeRun): Promise<INodeExecutionData[]> {
  return await query(
    run,
    (parameters) => [requiredText(parameters, 'binaryField', BINARY_FIELD)],
    async (binaryField, itemIndex) => asData(await uploadBinary(run, itemIndex, binaryField)),
  );
}
