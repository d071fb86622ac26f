import { createHash, timingSafeEqual } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord, readText } from '../../../core/reading';
import type { Reference } from './reference';

/** The part of n8n's functions that signs URLs of waiting executions. */
export type Signer = Pick<IExecuteFunctions, 'getSignedResumeUrl'>;
type Place = Pick<Reference, 'execution' | 'node'>;

/** The addresses of this n8n that all begin with `WEBHOOK_URL`. */
const ADDRESSES = ['restApiUrl', 'formWaitingBaseUrl', 'webhookBaseUrl', 'webhookWaitingBaseUrl'];

/**
 * The signed URL of a waiting execution. n8n signs for the execution and node that ask for it, so a trigger asks in the `place` of the
 * waiting node. n8n signs the whole path, but looks for its own paths right behind the host: if `WEBHOOK_URL` has a path, the proxy in front
 * has removed it when n8n checks the signature. So the URL is signed without that path.
 */
export function signedUrl(functions: Signer, query: Record<string, string>, place?: Place): string {
  const addresses: unknown = 'additionalData' in functions ? functions.additionalData : undefined;
  const base = readText(addresses, 'webhookWaitingBaseUrl') ?? '';
  const removed = isRecord(addresses) ? sharedPath(ADDRESSES.map((name) => readText(addresses, name))) : '';
  const additionalData = { ...Object(addresses) };
  if (removed !== '')
    additionalData.webhookWaitingBaseUrl = `${new URL(base).origin}${new URL(base).pathname.slice(removed.length)}`;
  if (place !== undefined) additionalData.executionId = place.execution;
  const inItsPlace: Signer = Object.create(functions, {
    additionalData: { value: additionalData },
    ...(place === undefined ? {} : { node: { value: { id: place.node } } }),
  });
  const url = new URL(inItsPlace.getSignedResumeUrl(query));
  url.pathname = removed + url.pathname;
  return url.href;
}

/** In a signed URL, n8n's signature of all that is before it. */
const SIGNATURE = 'signature';

/** Whether this n8n has signed a query of a waiting execution, with its present key and address. */
export function isSigned(functions: Signer, query: Record<string, string>, place?: Place): boolean {
  const { [SIGNATURE]: signature = '', ...signed } = query;
  try {
    const expected = new URL(signedUrl(functions, signed, place)).searchParams.get(SIGNATURE) ?? '';
    return (
      expected.length === signature.length && timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
    );
  } catch {
    return false; // An older n8n cannot sign.
  }
}

/** In a URL that nobody but n8n calls, names the answer that it hands on. */
const HANDED_ON = 'handedOn';

/**
 * The query with which n8n hands on an answer: n8n signs it together with the answer. Whoever has the reference of a button can call the
 * waiting execution, but not say that anybody has tapped it.
 */
export function queryWith(query: Record<string, string>, answer: string): Record<string, string> {
  const entries = Object.entries(query).filter(([name]) => name !== SIGNATURE);
  return { ...Object.fromEntries(entries), [HANDED_ON]: createHash('sha256').update(answer).digest('hex') };
}

/** Whether a call hands on this answer, and comes from this n8n. */
export function isHandedOn(functions: Signer, query: unknown, answer: string): boolean {
  if (!isRecord(query)) return false;
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return texts[HANDED_ON] === queryWith({}, answer)[HANDED_ON] && isSigned(functions, texts);
}

/** The path with which all addresses begin, such as `/n8n`; '' if they have none in common. */
function sharedPath(addresses: ReadonlyArray<string | undefined>): string {
  const paths = addresses.map((address) =>
    address !== undefined && URL.canParse(address) ? new URL(address).pathname.split('/') : [],
  );
  const [first = []] = paths;
  const differs = first.findIndex((part, index) => paths.some((path) => path[index] !== part));
  return first.slice(0, Math.max(0, differs)).join('/');
}
