import { types } from 'node:util';

const { isNativeError } = types;

/** The HTTP side of a webhook. */
export interface WebhookRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface WebhookAnswer {
  /** HTTP status; 0 if there was no answer. */
  status: number;
  body: string;
  /** Why it was not taken: there was no answer, or another one than 200, with its reason. */
  problem?: string;
}

/** `Url` is a GET with the payload in the query string, everything else a POST with a JSON body (chapter 2.6). */
export function requestFor(type: string, address: string, payload: object): WebhookRequest {
  return type === 'Url'
    ? { method: 'GET', url: withQuery(address, payload), headers: {} }
    : {
        method: 'POST',
        url: address,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      };
}

/** Sends a webhook. Never rejects: the result says what went wrong. */
export async function exchange(
  { url, ...request }: WebhookRequest,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  try {
    const answer = await fetch(url, { ...request, redirect: 'manual', signal });
    const { status } = answer;
    const body = await answer.text();
    if (status === 200) return { status, body };
    const reason = reasonIn(body);
    return { status, body, problem: `answered ${status}${reason === '' ? '' : `: ${reason}`}` };
  } catch (error) {
    return { status: 0, body: '', problem: reasonOf(error) };
  }
}

const LONGEST_REASON = 500;

/** The reason in an answer that is no 200: the texts of a JSON object, or a text that is no HTML page. */
function reasonIn(body: string): string {
  const json = jsonIn(body);
  const texts =
    typeof json === 'object' && json !== null
      ? Object.values(json).filter((value) => typeof value === 'string')
      : [/^\s*</.test(body) ? '' : body];
  return texts.join(' ').trim().slice(0, LONGEST_REASON);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address with the payload's fields that have a value added to its query string. */
function withQuery(address: string, payload: object): string {
  // An invalid URL is used unchanged, so that the attempt fails and says why.
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const [name, value] of Object.entries(payload)) {
    if (value !== null && value !== undefined) url.searchParams.append(name, String(value));
  }
  return url.href;
}

function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  const { cause } = error;
  if (!isNativeError(cause)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}
