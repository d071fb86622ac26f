import {
  WorkflowConfigurationError,
  type ICredentialDataDecryptedObject,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';

import { secretMask, withoutEchoes } from '../../core/client/calls/secrets';
import {
  harmIn,
  knowsSecret,
  matchesFilter,
  readWanted,
  withOptOut,
  type ServiceEvent,
} from '../../core/receive';
import { readText } from '../../core/reading';
import { loginOf } from '../MessagingService/transport/client';
import { CREDENTIAL, idFieldOf } from '../account';
import { refusalOfAddress, refuse, type Refusal } from '../callers';
import { asData } from '../data';
import { bodyOf } from '../webhookCall';
import { gather } from './gather';
import { isSeen, rememberAnswer } from './repeats';
import { answerIn } from './resumeWaiting';
import { callerSettings, NO_SECRET, readSettings } from './settings';

/** Checks a call to the trigger, reads it, and starts the workflow with its events (specification 6). */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const callers = callerSettings(context);
  const refused = refusalOfAddress(context, callers);
  if (refused !== undefined) return refuseCall(context, refused);
  const chosen = context.getNode().credentials?.[CREDENTIAL];
  const credential = chosen && (await context.getCredentials(CREDENTIAL));
  const refusal = callers.checksSecret ? refusalOfSecret(context, credential) : undefined;
  if (refusal !== undefined) return refuseCall(context, refusal);
  const settings = readSettings(context);
  const read = readRequest(context, credential);
  if (!read.ok) return refuseCall(context, { reason: read.reason, status: 400 });
  const idField = credential && idFieldOf(credential);
  const { events } = readWanted(settings.event, { ...read, idField });
  const starting: ServiceEvent[] = [];
  for (const received of events) {
    const event = withOptOut(received, settings.words);
    const answer = settings.resumes ? answerIn(context, event) : undefined;
    const matches = matchesFilter(event, settings.filter);
    const isRepeated = settings.repeated === 'drop' && isSeen(context, event);
    if ((!matches && answer === undefined) || isRepeated) continue;
    const given = await answer?.give();
    if (given === 'refused') return refuseCall(context, { reason: REFUSED_TAP });
    if (given === 'busy' || given === 'unreached')
      return refuseCall(context, { reason: STILL_RUNNING, status: 503 });
    const isTaken = given === 'recorded';
    // Nobody but the trigger knows that a tap comes too late.
    const isLate = given === 'over' || given === 'answered';
    const starts = isLate ? settings.lateTaps === 'pass' : !isTaken || answer?.forAll === true;
    if (matches && starts) starting.push(isLate ? Object.assign(event, { late: true }) : event);
    else if (isTaken) rememberAnswer(context, event);
  }
  const { gathers } = settings;
  // Undefined if another call was to start the workflow, and n8n did not take it.
  const complete =
    gathers === undefined ? starting : await gather(context, starting, gathers).catch(() => undefined);
  if (complete === undefined) return refuseCall(context, { reason: NOT_TAKEN, status: 503 });
  if (complete.length === 0) return { webhookResponse: {} };
  return { webhookResponse: {}, workflowData: [complete.map((event) => ({ json: asData(event) }))] };
}

const NOT_TAKEN = 'n8n has not taken the messages that this one was gathered with. Call again.';

const STILL_RUNNING = 'The workflow that this answers is still running. Call again.';

/** What the caller of a tap gets whose button n8n did not sign, or not with this host and key. */
const REFUSED_TAP =
  'A tap was refused, because its button was not made by this n8n with its present key and address. If WEBHOOK_URL, N8N_ENCRYPTION_KEY or N8N_HMAC_SIGNATURE_SECRET was changed after the question was sent, send the question again.';

function refusalOfSecret(
  context: IWebhookFunctions,
  credential: ICredentialDataDecryptedObject | undefined,
): Refusal | undefined {
  const expected = readText(credential, 'triggerSecret');
  if (expected === undefined) return { reason: NO_SECRET };
  const { query, headers } = context.getRequestObject();
  if (knowsSecret(query, headers, expected)) return undefined;
  return { reason: 'The secret is missing or wrong. Add ?secret=… to the URL that the service calls.' };
}

/** While a person tests the trigger in the editor, a refusal is an error, because the editor shows only errors. */
function refuseCall(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
  if (context.getMode() !== 'manual') return refuse(context, refusal);
  const { reason, hint } = refusal;
  throw new WorkflowConfigurationError(context.getNode(), reason, { description: hint });
}

/** @param credential what a call echoes of it does not get into the workflow */
function readRequest(
  context: IWebhookFunctions,
  credential: ICredentialDataDecryptedObject | undefined,
): { ok: true; query: unknown; body: unknown } | { ok: false; reason: string } {
  const { query } = context.getRequestObject();
  const harm = harmIn(query);
  if (harm !== undefined) return { ok: false, reason: harm };
  const read = bodyOf(context);
  if (!read.ok) return read;
  return { ok: true, ...withoutEchoes(query, read.body, credential && secretMask(loginOf(credential))) };
}
