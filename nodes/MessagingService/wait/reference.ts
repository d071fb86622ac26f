import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { secretMatches } from '../../../core/receive';
import { readProperty, readText } from '../../../core/reading';

/** A question, or one choice of it, of a waiting execution: a URL without its base. n8n has signed it once `isSigned` says so. */
export interface Reference {
  execution: string;
  /** Id of the node that waits. */
  node: string;
  query: Record<string, string>;
}

/** In a signed URL, names the question and run of an answer: `item=<run>.<item>`, and `choice=<index>` for a tap. */
const ITEM = 'item';
const CHOICE = 'choice';
/** n8n's signature of all that is before it. */
const SIGNATURE = 'signature';
/** In a URL that nobody but n8n calls, names the answer that it hands on. */
const HANDED_ON = 'handedOn';

/** The query of the URL that stands for a question, or for one choice of it. */
export function questionQuery(run: number, item: number, choice?: number): Record<string, string> {
  return { [ITEM]: `${run}.${item}`, ...(choice === undefined ? {} : { [CHOICE]: String(choice) }) };
}

/** The question that a query names; undefined if it names none. */
export function readQuery(
  query: object,
): { run: number; item: number; choice: number | undefined } | undefined {
  const { [ITEM]: item, [CHOICE]: choice }: Record<string, unknown> = { ...query };
  const [, run, index] = /^(\d{1,6})\.(\d{1,6})$/.exec(typeof item === 'string' ? item : '') ?? [];
  if (run === undefined || index === undefined) return undefined;
  const isChoice = typeof choice === 'string' && /^\d{1,2}$/.test(choice);
  return { run: Number(run), item: Number(index), choice: isChoice ? Number(choice) : undefined };
}

/** The part of a signed URL after its base, `<execution>/<node>?item=…&choice=…&signature=…`: short enough for the id of a row. */
export function referenceOf(signedUrl: string): string {
  const { pathname, search } = new URL(signedUrl);
  return pathname.split('/').slice(-2).join('/') + search;
}

const REFERENCE =
  /^([A-Za-z0-9_-]{1,64})\/((?!\.{1,2}\?)[A-Za-z0-9_.~%-]{1,128})\?(?=[^#]*\bitem=\d+\.\d+&)([A-Za-z0-9=&._%-]*&signature=[0-9a-f]{64})$/;

/** Reads the id of a button or row; undefined if `referenceOf` has not made it, on whichever n8n. */
export function readReference(id: string): Reference | undefined {
  const [, execution, node, query] = REFERENCE.exec(id) ?? [];
  if (execution === undefined || node === undefined) return undefined;
  try {
    return {
      ...{ execution, node: decodeURIComponent(node) },
      query: Object.fromEntries(new URLSearchParams(query)),
    };
  } catch {
    return undefined; // The name of the node is not encoded as n8n does it.
  }
}

/** The part of n8n's functions that signs URLs of waiting executions. */
export type Signer = Pick<IExecuteFunctions, 'getSignedResumeUrl'>;
type Place = Pick<Reference, 'execution' | 'node'>;

/**
 * The signed URL of a waiting execution. n8n signs for the execution and node that ask for it, so a trigger asks in the `place` of the
 * waiting node. n8n signs the whole path, but the proxy in front may have removed a part of it when n8n checks the signature: the URL is signed
 * without that.
 */
export function signedUrl(functions: Signer, query: Record<string, string>, place?: Place): string {
  const removed = removedPath(functions);
  const additionalData = {
    ...Object(readProperty(functions, 'additionalData')),
    ...(place && { executionId: place.execution }),
  };
  if (removed !== '') {
    const { origin, pathname } = new URL(additionalData.webhookWaitingBaseUrl);
    additionalData.webhookWaitingBaseUrl = origin + pathname.slice(removed.length);
  }
  const inItsPlace: Signer = Object.create(functions, {
    additionalData: { value: additionalData },
    ...(place && { node: { value: { id: place.node } } }),
  });
  const url = new URL(inItsPlace.getSignedResumeUrl(query));
  url.pathname = removed + url.pathname;
  return url.href;
}

/** The addresses of this n8n that all begin with `WEBHOOK_URL`. */
const ADDRESSES = ['restApiUrl', 'formWaitingBaseUrl', 'webhookBaseUrl', 'webhookWaitingBaseUrl'];

/**
 * The path of `WEBHOOK_URL`, such as `/n8n`, which the proxy in front removes: n8n looks for its own paths right behind the host. '' if it
 * has none.
 */
export function removedPath(functions: Signer): string {
  const addresses = readProperty(functions, 'additionalData');
  const urls = ADDRESSES.map((name) => readText(addresses, name) ?? '');
  const paths = urls.map((url) => (URL.canParse(url) ? new URL(url).pathname.split('/') : []));
  const [first = []] = paths;
  const differs = first.findIndex((part, index) => paths.some((path) => path[index] !== part));
  return first.slice(0, Math.max(0, differs)).join('/');
}

/** Whether this n8n has signed a query of a waiting execution, with its present key and address. */
export function isSigned(functions: Signer, query: Record<string, string>, place?: Place): boolean {
  const { [SIGNATURE]: signature, ...signed } = query;
  const expected = new URL(signedUrl(functions, signed, place)).searchParams.get(SIGNATURE) ?? '';
  return secretMatches(signature, expected);
}

/**
 * The URL by which n8n hands on an answer to a question, which it signs together with the answer. Whoever has the reference of a button can
 * call the waiting execution, but not say that anybody has tapped it.
 */
export function urlToHandOn(functions: Signer, { query, ...place }: Reference, answer: string): string {
  const named: Record<string, string> = { ...query, [HANDED_ON]: hashOf(answer) };
  delete named[SIGNATURE];
  return signedUrl(functions, named, place);
}

/** Whether a call hands on this answer, and comes from this n8n. */
export function isHandedOn(functions: Signer, query: object, answer: string): boolean {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return texts[HANDED_ON] === hashOf(answer) && isSigned(functions, texts);
}

function hashOf(answer: string): string {
  return createHash('sha256').update(answer).digest('hex');
}
