import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import { BINARY_FIELD } from '../../fields/parts/mediaPart';
import { uploadBinary } from '../../transport/upload';
import { optionFields, optionsProperty } from '../../fields/options';
import { forEachPart } from '../eachItem';
import type { Operation } from '../operation';
import { requiredText } from '../results';

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
    optionsProperty(optionFields.atOnce),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  return await forEachPart(
    context,
    (item) => [item],
    async (item, service) => {
      const binaryField = requiredText(context, item, 'binaryField', BINARY_FIELD);
      return asData(await uploadBinary(context, service, item, binaryField));
    },
  );
}
