import type { INodeProperties } from 'n8n-workflow';

import type { Choice } from './choice';

/** Settings of the credential that the nodes read. */

export const timeout: INodeProperties = {
  displayName: 'Timeout (Seconds)',
  name: 'timeout',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 30,
  description: 'How long to wait for the service to answer',
};

export const uploadFormat: Choice<'multipart' | 'raw'> = {
  displayName: 'Upload Format',
  name: 'uploadFormat',
  type: 'options',
  options: [
    { name: 'Form', value: 'multipart', description: 'As multipart/form-data' },
    { name: 'Raw', value: 'raw', description: 'The bytes of the file as the body' },
  ],
  default: 'multipart',
  description: 'How to upload a file to the service',
};

export const largestFile: INodeProperties = {
  displayName: 'Largest File (MB)',
  name: 'largestFile',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 16,
  description: 'A larger file is not uploaded, and its item fails',
};

export const allowedCallers: INodeProperties = {
  displayName: 'More Allowed Callers',
  name: 'allowedCallers',
  type: 'string',
  default: '',
  placeholder: 'e.g. 127.0.0.1, 10.0.0.0/8',
  description:
    "Addresses and ranges, separated by commas, that may report a delivery to 'Send and Wait', in addition to the service. A trigger has its own list.",
};
