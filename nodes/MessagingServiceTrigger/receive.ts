import {
  WorkflowConfigurationError,
  type ICredentialDataDecryptedObject,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';

import { createLimiter } from '../../core/client';
import {
  eventKey,
  knowsSecret,
  matchesFilter,
  readEvents,
  withOptOut,
  type EventKey,
  type ServiceEvent,
  type WantedKind,
} from '../../core/receive';
import { readText } from '../../core/reading';
import { CREDENTIAL, idFieldOf } from '../account';
import { refusalOfAddress, refuse, refuseUnhandled, type Refusal } from '../callers';
import { asData } from '../data';
import { readCall } from '../webhookCall';
import { gather } from './gather';
import { judged, knownEvents } from './repeats';
import { answerIn } from './resumeWaiting';
import { callerSettings, NO_SECRET, readSettings } from './settings';

/**
 * Checks a call to the trigger, reads it, and starts the workflow with its events (specification 6). An error shows as a failed execution; but
 * if the node goes on after failures, n8n would start the workflow with an empty item, whoever calls.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  return await takeCall(context).catch((error: unknown) => {
    const { continueOnFail = false, onError = 'stopWorkflow' } = context.getNode();
    if (!continueOnFail && onError === 'stopWorkflow') throw error;
    return refuseUnhandled(context, error);
  });
}

async function takeCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const callers = callerSettings(context);
  const refused = refusalOfAddress(context, callers);
  if (refused !== undefined) return refuseCall(context, refused);
  const chosen = context.getNode().credentials?.[CREDENTIAL];
  const credential = chosen && (await context.getCredentials(CREDENTIAL));
  const refusal = callers.checksSecret ? refusalOfSecret(context, credential) : undefined;
  if (refusal !== undefined) return refuseCall(context, refusal);
  const settings = readSettings(context);
  const read = readCall(context, credential);
  if (!read.ok) return refuseCall(context, { reason: read.reason, status: 400 });
  const idField = credential && idFieldOf(credential);
  const events = readEvents(settings.event, { ...read, idField }).filter(isWantedBy(settings.event));
  const starting: ServiceEvent[] = [];
  let isTapRefused = false;
  for (const received of events) {
    const event = withOptOut(received, settings.words);
    // A person who tests a workflow sends the same event again on purpose.
    const key = context.getMode() === 'manual' ? undefined : eventKey(event);
    const taken = await turns.run(() => take(context, settings, event, key), key === undefined ? [] : [key]);
    if (taken === 'busy' || taken === 'unreached')
      return refuseCall(context, { reason: NOT_RESUMED[taken], status: 503 });
    if (taken === 'refused') isTapRefused = true;
    else if (taken !== undefined) starting.push(taken);
  }
  const { gathers } = settings;
  // Undefined if another call was to start the workflow, and n8n did not take it.
  const complete =
    gathers === undefined ? starting : await gather(context, starting, gathers).catch(() => undefined);
  if (complete === undefined) return refuseCall(context, { reason: NOT_TAKEN, status: 503 });
  // What came with a refused tap starts the workflow all the same: the tap would be refused each time they come.
  const response = isTapRefused ? refuseCall(context, { reason: REFUSED_TAP }) : { webhookResponse: {} };
  if (complete.length === 0) return response;
  return { ...response, workflowData: [complete.map((event) => ({ json: asData(event) }))] };
}

/** By event: its copies take turns. */
const turns = createLimiter(Infinity);

/** Gives an event to the workflow that waits for it; returns it if it starts that of the trigger. */
async function take(
  context: IWebhookFunctions,
  settings: ReturnType<typeof readSettings>,
  event: ServiceEvent,
  key: EventKey,
): Promise<ServiceEvent | 'refused' | keyof typeof NOT_RESUMED | undefined> {
  const isSeen = knownEvents(context).has(key);
  const before = settings.resumes ? judged.get(key) : undefined;
  if (before === 'answer' || (isSeen && settings.repeated === 'drop')) return undefined;
  const matches = matchesFilter(event, settings.filter);
  const mayAnswer = settings.resumes && !isSeen && before === undefined;
  const answer = mayAnswer ? answerIn(context, event, key) : undefined;
  if (!matches && answer === undefined) return undefined;
  const given = await answer?.give();
  if (given === 'refused' || given === 'busy' || given === 'unreached') return given;
  const isTaken = given === 'recorded';
  const isForAll = !isTaken || answer?.forAll === true;
  // Nobody but the trigger knows that a tap comes too late.
  const isLate = given === 'over' || given === 'answered';
  if (settings.resumes && event.event === 'inbound' && !isLate && key !== undefined)
    judged.set(key, isForAll ? 'forAll' : 'answer');
  if (!matches || !(isLate ? settings.lateTaps === 'pass' : isForAll)) return undefined;
  return isLate ? Object.assign(event, { late: true }) : event;
}

const NOT_TAKEN = 'n8n has not taken the messages that this one was gathered with. Call again.';

const NOT_RESUMED = {
  busy: 'The workflow that this answers is still running. Call again.',
  unreached: 'n8n cannot call itself to resume the workflow that this answers. Call again.',
} as const;

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
  return {
    reason: 'The webhook secret is missing or wrong. Add ?secret=… to the URL that the service calls.',
  };
}

/** While a person tests the trigger in the editor, a refusal is an error, because the editor shows only errors. */
function refuseCall(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
  if (context.getMode() !== 'manual') return refuse(context, refusal);
  const { reason, hint } = refusal;
  throw new WorkflowConfigurationError(context.getNode(), reason, { description: hint });
}

/** What is neither kind is for all triggers. */
function isWantedBy(wanted: WantedKind): (event: ServiceEvent) => boolean {
  return ({ event }) => wanted === 'any' || event === wanted || event === 'unknown';
}
