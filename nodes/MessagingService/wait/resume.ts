import { randomUUID } from 'crypto';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { sleep } from '../../../core/client/sleep';
import { isRecord, readField } from '../../../core/reading';
import type { GivenAnswer } from './answers';
import { wasTaken } from './taken';

/**
 * What became of an answer: `recorded`; `answered` before; `over`, as nothing waits any more; `refused`, as the reference is not one
 * of this n8n; `wrong`, as it is no answer to this question; `busy`, as the execution is at work.
 */
export type Resumption = 'recorded' | 'answered' | 'over' | 'refused' | 'wrong' | 'busy';

/** The name of the answer in the body of a call, and of the verdict in what is answered to it. */
export const ANSWER = 'messagingServiceAnswer';
export const VERDICT = 'messagingServiceVerdict';

const verdicts: readonly Resumption[] = ['recorded', 'answered', 'over', 'wrong'];

/** n8n refuses a call while the execution is at work: what waits has not been stored yet, or another answer is just being taken. */
const PAUSES_MS = [30, 60, 120, 250, 500, 1000, 2000];
const TIMEOUT_MS = 10_000;

/** What is needed of the functions that n8n gives to a webhook. */
export interface Functions {
  getRequestObject(): {
    socket: { localAddress?: string | undefined; localPort?: number | undefined };
    originalUrl: string;
  };
  helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> };
}

/** Where an answer goes. */
export interface Address {
  /** A signed URL below the waiting URL of this n8n. */
  url: URL;
  /** The public URL that the present call came in by. */
  calledAt: string | undefined;
}

/**
 * Hands an answer to the waiting execution: by n8n's own call, as it alone can resume an execution that another process may run.
 * Answers to one execution go one after the other.
 */
export async function resume(
  context: Functions,
  address: Address,
  given: Omit<GivenAnswer, 'id'>,
): Promise<Resumption> {
  const answer = { ...given, id: randomUUID() };
  const [execution = ''] = address.url.pathname.split('/').slice(-2);
  return await inTurn(execution, async () => {
    for (const pause of PAUSES_MS) {
      const resumption = await callItself(context, address, answer);
      if (resumption !== 'busy') return resumption;
      await sleep(pause);
    }
    return await callItself(context, address, answer);
  });
}

const turns = new Map<string, Promise<unknown>>();

async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(task, task);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}

/** First by the port that this process listens at, which works behind every proxy; else by the address that all the world uses. */
async function callItself(
  context: Functions,
  address: Address,
  answer: GivenAnswer & { id: string },
): Promise<Resumption> {
  let missing = false;
  for (const url of [localAddressOf(context, address), address.url]) {
    const resumption = url && (await call(context, url, address.url.host, answer));
    if (wasTaken(answer.id)) return 'recorded';
    if (resumption !== undefined && resumption !== 'missing') return resumption;
    missing ||= resumption === 'missing';
  }
  return missing ? 'over' : 'busy';
}

/** The same URL at the port by which the present call came in, without what a proxy has taken from the path. */
function localAddressOf(context: Functions, { url, calledAt }: Address): URL | undefined {
  const { socket, originalUrl } = context.getRequestObject();
  const { localAddress, localPort } = socket;
  if (localAddress === undefined || localPort === undefined || 'encrypted' in socket) return undefined;
  const [received = ''] = originalUrl.split('?');
  const publicPath = pathOf(calledAt);
  const prefix = publicPath.endsWith(received) ? publicPath.slice(0, -received.length) : '';
  if (!url.pathname.startsWith(prefix)) return undefined;
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return new URL(`http://${host}:${localPort}${url.pathname.slice(prefix.length)}${url.search}`);
}

function pathOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : '';
}

/** Undefined when there was no answer that this n8n gives: then it was not the right address. */
async function call(
  context: Functions,
  url: URL,
  host: string,
  answer: GivenAnswer,
): Promise<Resumption | 'missing' | undefined> {
  try {
    const response: unknown = await context.helpers.httpRequest({
      method: 'POST',
      url: url.href,
      headers: { 'content-type': 'application/json', host },
      body: JSON.stringify({ [ANSWER]: answer }),
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      encoding: 'text',
      timeout: TIMEOUT_MS,
    });
    return readVerdict(response);
  } catch {
    return undefined; // not reached, or not in time: the other address may work, and an answer counts only once
  }
}

function readVerdict(response: unknown): Resumption | 'missing' | undefined {
  const { statusCode, body } = isRecord(response) ? response : {};
  const verdict = readField(parsed(body), VERDICT);
  const found = verdicts.find((each) => each === verdict);
  if (found !== undefined) return found;
  if (statusCode === 401) return 'refused';
  if (statusCode === 404) return 'missing';
  // n8n's page for an execution that is over.
  if (statusCode === 200) return 'over';
  if (statusCode === 409) return /running/i.test(String(body)) ? 'busy' : 'over';
  return typeof statusCode === 'number' && statusCode >= 500 ? 'busy' : undefined;
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // a page of n8n's
  }
}
