import { checkMessage } from '../../core/client';
import { submissionPart, type Submission } from '../../node-red/work/submission';

const bytes = Buffer.from([0, 255, 128]);
const plan = { targets: 2, order: 'fallback', success: 'delivered', eachMs: 1000, retryMs: 0 } as const;

it('is read from the journal as it was written, with a file that goes to several people written once', async () => {
  const content = { type: 'Text', text: 'Hi' };
  const request = await checkMessage({
    channel: 'Whatsapp',
    from: '+41795550100',
    to: '+41791234567',
    content,
  });
  const message = { request, notes: ['A note'] };
  const file = { bytes, fileName: 'a.png', mimeType: 'image/png' };
  const messages = [
    { ...message, file },
    { ...message, file },
  ];
  const submission: Submission = { id: '1', plan, messages, key: 'A 1' };
  const text = JSON.stringify(submissionPart.write(submission));
  expect(text.split(bytes.toString('base64'))).toHaveLength(2);
  expect(submissionPart.read(JSON.parse(text))).toMatchObject(submission);
});

it.each([undefined, {}, { id: '1', plan, messages: [{ request: {} }] }])('is not read from %j', (stored) =>
  expect(submissionPart.read(stored)).toBeUndefined(),
);
