import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import {
  givenSecret,
  isBlank,
  isUtf8,
  matchesFilter,
  readBytes,
  readWanted,
  secretMatches,
  unlessHarmful,
  withoutSecret,
  type ReadBody,
} from '../../core/receive';
import { readText } from '../../core/reading';
import { refusalOfAddress, refuse, type Refusal } from '../callers';
import { asData } from '../data';
import { isRepeated } from './repeats';
import { answerIn } from './resumeWaiting';
import { callersOf, checksSecret, filterOf, resumesWaiting, wantedKindOf } from './settings';

/** Answered with 200 by n8n; no execution starts. */
const nothingStarts: IWebhookResponseData = {};

/** Judges a call to the trigger, reads it, and starts the workflow with what it holds (specification 6). */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const refusal = refusalOfAddress(context, callersOf(context)) ?? (await refusalOfSecret(context));
  if (refusal !== undefined) return refuse(context, refusal);
  const read = bodyOf(context);
  if (!read.ok) return refuse(context, { reason: read.reason, status: 400 });
  const request = { body: read.body, query: withoutSecret(context.getRequestObject().query) };
  const wanted = readWanted(wantedKindOf(context), request);
  if (!wanted.starts) return nothingStarts;
  const { event } = wanted;
  const answer = resumesWaiting(context) ? answerIn(context, event) : undefined;
  const matches = matchesFilter(event, filterOf(context));
  if (!matches && answer === undefined) return nothingStarts;
  if (isRepeated(context, event)) return nothingStarts;
  if (answer !== undefined && (await answer.give())) return nothingStarts;
  if (!matches) return nothingStarts;
  return { workflowData: [[{ json: asData(event) }]] };
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
