import { WorkflowConfigurationError, type IDataObject, type IWebhookResponseData } from 'n8n-workflow';

import {
  harmIn,
  knowsSecret,
  matchesFilter,
  readWanted,
  withOptOut,
  withoutSecret,
  type ServiceEvent,
} from '../../core/receive';
import { readText } from '../../core/reading';
import { refusalOfAddress, refuse, type Refusal } from '../callers';
import { asData } from '../data';
import { bodyOf, type WebhookCall } from '../webhookCall';
import { gather } from './gather';
import { isSeen, rememberAnswer } from './repeats';
import { answerIn, REFUSED_TAP, type WaitingAnswer } from './resumeWaiting';
import { callerSettingsOf, filterOf, gatherRuleOf, optOutWordsOf, wantedKindOf, optionIn } from './settings';
import { checkSecret, lateTaps, resumeWaiting } from './properties';

/** Checks a call to the trigger, reads it, and starts the workflow with its events (specification 6). */
export async function receive(context: WebhookCall): Promise<IWebhookResponseData> {
  const refusal = refusalOfAddress(context, callerSettingsOf(context)) ?? (await refusalOfSecret(context));
  if (refusal !== undefined) return refuseCall(context, refusal);
  const read = readRequest(context);
  if (!read.ok) return refuseCall(context, { reason: read.reason, status: 400 });
  const { events } = readWanted(wantedKindOf(context), read);
  const starting: ServiceEvent[] = [];
  const late = new Set<ServiceEvent>();
  for (const { event, answer, matches } of takenOf(context, events)) {
    if (isSeen(context, event)) continue;
    const given = await answer?.give();
    if (given === 'refused') return refuseCall(context, { reason: REFUSED_TAP });
    if (given === 'not yet') return refuseCall(context, { reason: STILL_RUNNING, status: 503 });
    if (given === 'late') late.add(event);
    const starts =
      given === 'late' ? optionIn(context, lateTaps) === 'pass' : given !== 'used' || answer?.forAll === true;
    if (matches && starts) starting.push(event);
    else if (given === 'used') rememberAnswer(context, event);
  }
  const complete = await gathered(context, starting);
  if (complete === undefined) return refuseCall(context, { reason: NOT_TAKEN, status: 503 });
  if (complete.length === 0) return { webhookResponse: {} };
  return {
    webhookResponse: {},
    workflowData: [complete.map((event) => ({ json: outputOf(event, late.has(event)) }))],
  };
}

/** Nobody but the trigger knows that a tap comes too late, so it is no part of the event. */
function outputOf(event: ServiceEvent, late: boolean): IDataObject {
  return asData(late ? { ...event, late } : event);
}

/** Undefined if another call was to start the workflow, and n8n did not take it. */
async function gathered(context: WebhookCall, events: ServiceEvent[]): Promise<ServiceEvent[] | undefined> {
  const rule = gatherRuleOf(context);
  if (rule === undefined) return events;
  try {
    return await gather(context, events, rule);
  } catch {
    return undefined;
  }
}

const NOT_TAKEN = 'n8n has not taken the messages that this one was gathered with. Call again.';

const STILL_RUNNING = 'The workflow that this answers is still running. Call again.';

/** An event that this trigger processes: for its own workflow, or as an answer that another workflow waits for. */
interface Taken {
  event: ServiceEvent;
  answer: WaitingAnswer | undefined;
  matches: boolean;
}

function takenOf(context: WebhookCall, events: ServiceEvent[]): Taken[] {
  const filter = filterOf(context);
  const words = optOutWordsOf(context);
  const resumes = optionIn(context, resumeWaiting);
  return events
    .map((event) => withOptOut(event, words))
    .map((event) => ({
      event,
      answer: resumes ? answerIn(context, event) : undefined,
      matches: matchesFilter(event, filter),
    }))
    .filter(({ answer, matches }) => matches || answer !== undefined);
}

async function refusalOfSecret(context: WebhookCall): Promise<Refusal | undefined> {
  if (!optionIn(context, checkSecret)) return undefined;
  const expected = readText(await context.getCredentials('messagingServiceApi'), 'triggerSecret');
  if (expected === undefined) return { reason: 'The credential of this trigger has no trigger secret.' };
  const { query, headers } = context.getRequestObject();
  return knowsSecret(query, headers, expected)
    ? undefined
    : {
        reason: 'The secret is missing or wrong. Add ?secret=… to the URL that the service calls.',
      };
}

/** While a person tests the trigger in the editor, a refusal is an error, because the editor shows only errors. */
function refuseCall(context: WebhookCall, refusal: Refusal): IWebhookResponseData {
  if (context.getMode() !== 'manual') return refuse(context, refusal);
  const { reason, hint } = refusal;
  throw new WorkflowConfigurationError(
    context.getNode(),
    reason,
    hint === undefined ? {} : { description: hint },
  );
}

function readRequest(
  context: WebhookCall,
): { ok: true; query: unknown; body: unknown } | { ok: false; reason: string } {
  const { query } = context.getRequestObject();
  const harm = harmIn(query);
  if (harm !== undefined) return { ok: false, reason: harm };
  const read = bodyOf(context);
  return read.ok ? { ...read, query: withoutSecret(query) } : read;
}
