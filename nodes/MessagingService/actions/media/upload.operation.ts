import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asData } from '../../../data';
import { cancelSignalOf, inputItems, runItems } from '../../items';
import { clientOf } from '../../transport/client';
import { uploadBinary } from '../../transport/upload';
import type { Operation } from '../operation';
import { numberOption, optionFields, optionsProperty, timeoutOption } from '../options';
import { requiredText, stopAtFailure, toItems } from '../results';

/** Uploads the file of each item. */
export const upload: Operation = {
  name: 'Upload',
  action: 'Upload a media file',
  description: 'Upload an image, video, audio file or document and get the media ID that messages name it by',
  properties: [
    {
      displayName: 'Input Binary Field',
      name: 'binaryField',
      type: 'string',
      required: true,
      default: 'data',
      placeholder: 'e.g. data',
      hint: 'The name of the input field that holds the file',
    },
    optionsProperty(optionFields.atOnce, optionFields.timeout, optionFields.uploadForm),
  ],
  execute,
};

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const client = await clientOf(context, timeoutOption(context));
  const run = {
    atOnce: numberOption(context, optionFields.atOnce),
    goOn: context.continueOnFail(),
    signal: cancelSignalOf(context),
  };
  const outcomes = await runItems(inputItems(context), run, async (itemIndex) => {
    const binaryField = requiredText(context, itemIndex, 'binaryField', 'Input Binary Field');
    return asData(await uploadBinary(context, client, itemIndex, binaryField));
  });
  stopAtFailure(context, outcomes);
  return toItems(outcomes);
}
