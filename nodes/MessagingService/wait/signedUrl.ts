import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord, readText } from '../../../core/reading';

type Signer = Pick<IExecuteFunctions, 'getSignedResumeUrl'>;

/** The addresses of this n8n that all begin with `WEBHOOK_URL`. */
const ADDRESSES = ['restApiUrl', 'formWaitingBaseUrl', 'webhookBaseUrl', 'webhookWaitingBaseUrl'];

/**
 * The signed URL of a waiting execution. n8n signs the whole path, but looks for its own paths right behind the host: if `WEBHOOK_URL` has a
 * path, the proxy in front has removed it when n8n checks the signature. So the URL is signed without that path.
 */
export function signedUrl(functions: Signer, query: Record<string, string>): string {
  const addresses = 'additionalData' in functions ? functions.additionalData : undefined;
  const base = readText(addresses, 'webhookWaitingBaseUrl');
  const removed = isRecord(addresses) ? sharedPath(ADDRESSES.map((name) => readText(addresses, name))) : '';
  if (removed === '' || base === undefined) return functions.getSignedResumeUrl(query);
  const received = new URL(base);
  received.pathname = received.pathname.slice(removed.length);
  const additionalData = { value: { ...Object(addresses), webhookWaitingBaseUrl: received.href } };
  const asReceived: Signer = Object.create(functions, { additionalData });
  const url = new URL(asReceived.getSignedResumeUrl(query));
  url.pathname = removed + url.pathname;
  return url.href;
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
