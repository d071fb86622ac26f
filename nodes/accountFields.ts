import { number, oneOf, text } from './settings';

/** Settings of the credential that the nodes read. */

export const timeout = number('timeout', 'Timeout (Seconds)', {
  ...{ usual: 30, min: 1 },
  help: 'How long to wait for the service to answer',
});

export const uploadFormat = oneOf(
  'uploadFormat',
  'Upload Format',
  { multipart: ['Form', 'As multipart/form-data'], raw: ['Raw', 'The bytes of the file as the body'] },
  { usual: 'multipart', help: 'How to upload a file to the service' },
);

export const largestFile = number('largestFile', 'Largest File (MB)', {
  ...{ usual: 16, min: 1 },
  help: 'A larger file is not uploaded, and its item fails',
});

export const allowedCallers = text('allowedCallers', 'More Allowed Callers', {
  placeholder: 'e.g. 127.0.0.1, 10.0.0.0/8',
  help: "Addresses and ranges, separated by commas, that may report a delivery to 'Send and Wait', in addition to the service. A trigger has its own list.",
});
