import { randomUUID } from 'crypto';
import { jsonParse, type IWebhookFunctions } from 'n8n-workflow';

import { createLimiter, sleep } from '../../../core/client';
import { isRecord, readField, readText } from '../../../core/reading';
import { BoundedMap } from '../../../core/boundedMap';
import { textOf } from '../../../core/errors/sentence';
import { isBlockedByN8n } from '../transport/client';
import { removedPath, urlToHandOn, type Reference } from './reference';
import type { Answer, Wait } from './wait';
import { say } from '../../texts';

/**
 * The waiting node's reply to a call with an answer. `recorded`; `answered` before; `over`: nothing waits any more; `refused`: the
 * reference or the answer is not from this n8n; `stranger`: somebody else was asked; `pending`: it is recorded now, and the node still waits for
 * others.
 */
const verdicts = ['recorded', 'answered', 'over', 'refused', 'stranger', 'pending'] as const;
export type AnswerVerdict = (typeof verdicts)[number];

/** The result of handing on an answer; `busy`: the execution is running; `unreached`: this n8n cannot call itself. */
export type Resumption = Exclude<AnswerVerdict, 'pending'> | 'busy' | 'unreached';

/** The name of the answer in the body of a call, and of the verdict in the reply. */
export const ANSWER = 'messagingServiceAnswer';
export const VERDICT = 'messagingServiceVerdict';

/** n8n refuses a call while the execution is running: the wait has not been stored yet, or another answer is being processed. */
const PAUSES_MS = [30, 60, 120, 250, 500, 1000, 2000];
/** After this time, n8n has stored whatever other processes recorded for the same execution at the same moment. */
const SETTLED_MS = 500;
const TIMEOUT_MS = 10_000;

interface Call {
  /** A signed URL below the waiting URL of this n8n. */
  url: URL;
  id: string;
  answer: string;
  /** Whether it got no reply in time: if nothing waits any more then, it has ended the wait itself, in another process. */
  isUnanswered: boolean;
}

type CallResult = AnswerVerdict | 'busy' | 'unreached' | 'blocked';

/**
 * Hands an answer to the waiting execution by calling n8n, because only n8n can resume an execution that another process may run.
 *
 * n8n reads an execution, asks the node, and writes the whole execution without a lock. If another process handles an answer to another
 * item at the same moment, it can overwrite this answer. So if the node waits for others as well, a second call checks whether the answer
 * is there, and records it again if not.
 * @param to what n8n has signed; its signature was checked
 * @param given by a trigger, or by the page behind a link: nobody else can hand on what n8n has signed. Its id is the same when it comes again
 */
export async function resume(
  context: IWebhookFunctions,
  to: Reference,
  { id = randomUUID(), ...given }: Omit<Answer, 'id' | 'respondedAt'> & { id?: string | undefined },
): Promise<Resumption> {
  const answer = JSON.stringify({ ...given, id, respondedAt: new Date().toISOString() } satisfies Answer);
  const url = new URL(urlToHandOn(context, to, answer));
  const call: Call = { url, id, answer, isUnanswered: false };
  let result = await handOn(context, call);
  while (result === 'pending') {
    await sleep(SETTLED_MS);
    // The node ran in this process, so no other process could have overwritten the answer.
    if (taken.has(id)) return 'recorded';
    result = await handOn(context, call);
    // The answer was there, because the execution does not continue before all have answered.
    if (result === 'over') return 'recorded';
  }
  if (result === 'blocked' || result === 'unreached') {
    const isBlocked = result === 'blocked';
    const { hostname: host, origin } = url;
    context.logger.warn(textOf(isBlocked ? say('notResumed', { host }) : say('notReached', { url: origin })));
    return 'unreached';
  }
  return result === 'over' && call.isUnanswered ? 'recorded' : result;
}

/** By execution. */
const turns = createLimiter(Infinity);

/** Hands on the answers to one execution one at a time, and retries while the execution is running. */
async function handOn(context: IWebhookFunctions, call: Call): Promise<CallResult> {
  const task = async () => {
    for (const pause of PAUSES_MS) {
      const result = await callItself(context, call);
      if (result !== 'busy' && result !== 'unreached') return result;
      await sleep(pause);
    }
    return await callItself(context, call);
  };
  return await turns.run(task, call.url.pathname.split('/').slice(-2, -1));
}

/**
 * First by the port that this process listens on, which works behind every reverse proxy; otherwise by the public address. The loopback
 * address comes first: an outgoing proxy, which cannot reach this process, is told to leave it out (`NO_PROXY`).
 */
async function callItself(context: IWebhookFunctions, call: Call): Promise<CallResult> {
  const results = new Set<CallResult | 'missing' | undefined>();
  for (const url of [...localAddressesOf(context, call), call.url]) {
    const result = await callAt(context, url, call);
    // Although n8n may report a failure: it replies 500 if an execution ends before its call does.
    if (taken.has(call.id)) return 'recorded';
    if (result !== undefined && result !== 'missing' && result !== 'blocked') return result;
    results.add(result);
  }
  if (results.has('missing')) return 'over';
  return results.has('blocked') ? 'blocked' : 'unreached';
}

/** The same URL at the port of the current call, without the part of the path that a proxy removes. */
function localAddressesOf(context: IWebhookFunctions, { url }: Call): URL[] {
  const { socket } = context.getRequestObject();
  const { localAddress, localPort } = socket;
  if (localAddress === undefined || localPort === undefined || 'encrypted' in socket) return [];
  // n8n usually listens on `::`, where Node.js writes IPv4 as `::ffff:127.0.0.1`; n8n's request helper cannot write that into a URL.
  const ownAddress = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  const hosts = new Set(['127.0.0.1', ownAddress.includes(':') ? `[${ownAddress}]` : ownAddress]);
  const path = url.pathname.slice(removedPath(context).length) + url.search;
  return [...hosts].map((host) => new URL(`http://${host}:${localPort}${path}`));
}

/** Undefined if the reply did not come from this n8n: then the address was wrong. */
async function callAt(
  context: IWebhookFunctions,
  url: URL,
  call: Call,
): Promise<CallResult | 'missing' | undefined> {
  try {
    const response: unknown = await context.helpers.httpRequest({
      method: 'POST',
      url: url.href,
      headers: { 'content-type': 'application/json', host: call.url.host },
      body: JSON.stringify({ [ANSWER]: call.answer }),
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      encoding: 'text',
      timeout: TIMEOUT_MS,
    });
    return readVerdict(response);
  } catch (error) {
    if (isBlockedByN8n(error)) return 'blocked';
    if (readText(error, 'code') === 'ECONNABORTED') call.isUnanswered = true;
    return undefined; // not reached, or not in time: the other address may work, and an answer counts only once
  }
}

function readVerdict(response: unknown): CallResult | 'missing' | undefined {
  const { statusCode, body } = isRecord(response) ? response : {};
  const said = jsonParse(String(body), { fallbackValue: {} });
  const verdict = readField(said, VERDICT);
  const found = verdicts.find((each) => each === verdict);
  if (found !== undefined) return found;
  if (statusCode === 401) return 'refused';
  if (statusCode === 404) return 'missing';
  // n8n's page for an execution that has ended.
  if (statusCode === 200) return 'over';
  if (statusCode === 409) return /running/i.test(String(body)) ? 'busy' : 'over';
  // n8n's own error; a proxy that cannot reach this address has another.
  return statusCode === 500 && readField(said, 'message') !== undefined ? 'busy' : undefined;
}

/** Ids of the answers that a waiting node in this process has processed. */
const taken = new BoundedMap<string, true>(10_000);

/** Called by the node when n8n runs it again with an answer. */
export function markTaken({ people }: Wait): void {
  for (const { answer } of people) {
    if (answer?.id !== undefined) taken.set(answer.id, true);
  }
}
