import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import {
  givenSecret,
  isBlank,
  isUtf8,
  judgeCaller,
  matchesFilter,
  readBytes,
  readWanted,
  secretMatches,
  unlessHarmful,
  withoutSecret,
  type ReadBody,
} from '../../core/receive';
import { readText } from '../../core/reading';
import { asData } from '../data';
import { isRepeated, triggerKey } from './repeats';
import { allowListOf, checksSecret, filterOf, wantedKindOf } from './settings';

/** Answered with 200 by n8n; no execution starts. */
const nothingStarts: IWebhookResponseData = {};

/** Judges a call to the trigger, reads it, and starts the workflow with what it holds (specification 6). */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const refusal = refusalOfCaller(context) ?? (await refusalOfSecret(context));
  if (refusal !== undefined) return refuse(context, refusal);
  const read = bodyOf(context);
  if (!read.ok) return refuse(context, { reason: read.reason, status: 400 });
  const request = { body: read.body, query: withoutSecret(context.getRequestObject().query) };
  const wanted = readWanted(wantedKindOf(context), request);
  if (!wanted.starts) return nothingStarts;
  const { event } = wanted;
  if (!matchesFilter(event, filterOf(context))) return nothingStarts;
  if (isRepeated(context, event)) return nothingStarts;
  return { workflowData: [[{ json: asData(event) }]] };
}

interface Refusal {
  reason: string;
  hint?: string;
  status?: 400 | 403;
}

const PROXY_ADVICE =
  'Set the environment variable N8N_PROXY_HOPS of n8n to the exact number of proxies in front of it, most often 1.';

function refusalOfCaller(context: IWebhookFunctions): Refusal | undefined {
  const allowList = allowListOf(context);
  if (allowList === undefined) return undefined;
  const request = context.getRequestObject();
  const judgement = judgeCaller({
    address: request.ip,
    allowList,
    forwardedHeader: request.headers['x-forwarded-for'] ?? request.headers.forwarded,
    trustProxy: request.app.get('trust proxy'),
    proxyAdvice: PROXY_ADVICE,
    settingName: '"More Allowed Callers" of this trigger',
  });
  if (!judgement.allowed) return judgement;
  if (judgement.hint !== undefined) hintOnce(context, judgement.hint);
  return undefined;
}

const hintGiven = new Set<string>();

/** What is wrong with the proxies even though the caller is allowed: said in n8n's log, once for each trigger. */
function hintOnce(context: IWebhookFunctions, hint: string): void {
  const trigger = triggerKey(context);
  if (hintGiven.has(trigger)) return;
  hintGiven.add(trigger);
  context.logger.warn(`${context.getNode().name}: ${hint}`);
}

async function refusalOfSecret(context: IWebhookFunctions): Promise<Refusal | undefined> {
  if (!checksSecret(context)) return undefined;
  const expected = readText(await context.getCredentials('messagingServiceApi'), 'triggerSecret');
  if (expected === undefined) return { reason: 'The credential of this trigger has no trigger secret.' };
  const { query, headers } = context.getRequestObject();
  return secretMatches(givenSecret(query, headers), expected)
    ? undefined
    : {
        reason: 'The secret is missing or wrong. Add ?secret=… to the URL that the service calls.',
      };
}

/** Answers by itself: an error would be stored as a failed execution, and n8n's own answer would be 200. */
function refuse(context: IWebhookFunctions, { reason, hint, status = 403 }: Refusal): IWebhookResponseData {
  context.logger.warn(`${context.getNode().name}: ${reason}`);
  context.getResponseObject().status(status).json({ message: reason, hint }).end();
  return { noWebhookResponse: true };
}

interface Sent {
  body?: unknown;
  rawBody?: unknown;
  headers: { 'content-type'?: string };
}

/** n8n has parsed the body, replacing what is no UTF-8; a body of a type that it does not know is left to us. */
function bodyOf(context: IWebhookFunctions): ReadBody {
  const { body, rawBody, headers }: Sent = context.getRequestObject();
  if (!(rawBody instanceof Uint8Array) || rawBody.length === 0) return unlessHarmful(body);
  if (isBlank(body)) return readBytes(rawBody);
  const isOtherText = /charset=(?!"?utf-?8)/i.test(headers['content-type'] ?? '');
  if (!isOtherText && !isUtf8(rawBody)) return { ok: false, reason: 'The body is not text in UTF-8.' };
  return unlessHarmful(body);
}
