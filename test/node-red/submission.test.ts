import { Submission, submissionPart } from '../../node-red/work/submission';

const bytes = Buffer.from([0, 255, 128]);
const message = { request: { channel: 'Whatsapp', to: '+41791234567' }, file: undefined, notes: ['A note'] };
const rules = { channels: ['Whatsapp', 'Sms'], countsAs: 'delivered', afterMs: 1000, retryMs: 0 } as const;

it('is read from the journal as it was written, with its files', () => {
  const file = { bytes, fileName: 'a.png', mimeType: 'image/png' };
  const submission = new Submission('1', 5, rules, [{ ...message, file }, message], 'A 1');
  const stored: unknown = JSON.parse(JSON.stringify(submissionPart.write(submission)));
  expect(submissionPart.read(stored)).toEqual(submission);
});

it.each([undefined, {}, { id: '1', since: 5, rules, messages: [message] }])('is not read from %j', (stored) =>
  expect(submissionPart.read(stored)).toBeUndefined(),
);
