import { MessagingError, withoutSecrets } from '../../core/client';
import { hasEmoji, hasMarkdown, isEmailAddress, isWebAddress } from '../../core/contract/patterns';
import { personKey, tidyNumber } from '../../core/contract/phoneNumber';
import { hasOnlySeparators, parseJson } from '../../core/json';
import { readEvent } from '../../core/receive/readEvent';
import { keywordOf } from '../../core/receive/keyword';
import { processorTime } from '../measure';
import { volume } from '../volume';
import { JudgingClient, sms } from './client/server';

const LENGTH = volume({ full: 1_000_000, quick: 50_000 });
/** Code that takes quadratic time takes minutes, or many seconds in the quick run; other code takes milliseconds. */
const LIMIT_MS = volume({ full: 3000, quick: 750 });

// prettier-ignore
const pieces = [
  ' ', '\n', ' \n', '\t', ',', '-', '.', '/', '\\', '*a', '_', '~*', '`', '${', '{', '[', '"', "'", '<',
  '=', '%', '?', '#', '@', 'a@', 'a.', '0', '(0)', '+', ':', '\u00a0', 'ä', '😀',
];
const hostile = pieces.flatMap((piece) => {
  const long = piece.repeat(Math.ceil(LENGTH / piece.length));
  return [`${long}x`, `x${long}`, `x${long}x`];
});

async function ends(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error);
}

/** A client that gets this answer. */
function answered(status: number, body: string, headers: Record<string, unknown> = {}): JudgingClient {
  return new JudgingClient({
    account: { baseUrl: 'https://service.example', version: 2, versionIn: 'path' },
    transport: () => Promise.resolve({ status, headers, body }),
    retries: 0,
  });
}

const fault = (text: string) =>
  JSON.stringify({
    errorCode: text,
    errorMessage: text,
    errorDetails: { errors: [{ parameter: text, messages: [text] }] },
  });

/** All code that reads or shows text from outside. */
const readers: Array<[string, (text: string) => unknown]> = [
  ['an error of the service', async (text) => shown(await ends(answered(400, fault(text)).send(sms)))],
  ['an answer that is no JSON', async (text) => shown(await ends(answered(200, text).send(sms)))],
  [
    'the id of an answer',
    (text) =>
      ends(
        answered(200, JSON.stringify({ messageId: text, status: text, to: text, customerid: text })).send(
          sms,
        ),
      ),
  ],
  ['the points of an answer', (text) => ends(answered(200, JSON.stringify({ balance: text })).balance())],
  [
    'the headers of an answer',
    (text) =>
      ends(
        answered(302, '', { location: text, 'retry-after': text, 'x-service-request-id': text }).send(sms),
      ),
  ],
  [
    'the status of a message',
    (text) =>
      ends(answered(200, JSON.stringify({ status: text, errorMessage: text, to: text })).messageStatus('1')),
  ],
  [
    'a status notification',
    (text) => readEvent('status', { messageId: text, status: text, timestamp: text, to: text }),
  ],
  [
    'an inbound message',
    (text) => readEvent('inbound', { from: text, to: text, text, channel: text, type: text }),
  ],
  ['an inbound message as text', (text) => readEvent('inbound', text)],
  [
    'what may hold credentials',
    (text) =>
      withoutSecrets(() => Promise.resolve({ status: 200, headers: {}, body: text }), {
        username: 'demo',
        password: 'pässwörd: 1',
      })({ method: 'GET', url: 'https://x', headers: {}, timeoutMs: 1 }),
  ],
  ['a keyword', keywordOf],
  ['a number', tidyNumber],
  ['a number to compare', personKey],
  ['a list of nothing', hasOnlySeparators],
  ['an e-mail address', isEmailAddress],
  ['a web address', isWebAddress],
  ['an emoji', hasEmoji],
  ['formatting', hasMarkdown],
  ['JSON', (text) => parseJson(JSON.stringify([text]))],
];

function shown(error: unknown): unknown {
  return error instanceof MessagingError ? `${error.message}\n${error.describe()}` : error;
}

it.each(readers)('a megabyte of hostile text does not hold up who reads %s', async (_name, read) => {
  for (const text of hostile) {
    const took = await processorTime(() => read(text));
    if (took > LIMIT_MS) throw new Error(`${JSON.stringify(text.slice(0, 10))}… took ${Math.round(took)} ms`);
  }
});

it('what a service says is cut before it is shown', async () => {
  const error = await ends(answered(400, fault('x'.repeat(LENGTH))).send(sms));
  expect(String(shown(error)).length).toBeLessThan(10_000);
  expect(error).toMatchObject({ raw: { errorMessage: 'x'.repeat(LENGTH) } });
});
