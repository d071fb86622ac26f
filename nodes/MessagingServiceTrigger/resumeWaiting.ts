import type { IWebhookFunctions } from 'n8n-workflow';

import type { InboundEvent, ServiceEvent } from '../../core/receive';
import { isSigned, readQuery, readReference, type Reference } from '../MessagingService/wait/reference';
import { plainQuestions } from '../MessagingService/wait/registry';
import { resume } from '../MessagingService/wait/resume';

/**
 * `used`: it was an answer and must start nothing. `late`: it answers a question that no longer waits. `not yet`: the waiting execution is
 * running and could not take it. `refused`: n8n does not know its own signature. `none`: it answers nothing, and is a message as any other.
 */
type Given = 'used' | 'late' | 'not yet' | 'refused' | 'none';

/** An answer to a question that a workflow waits for. */
export interface WaitingAnswer {
  give(): Promise<Given>;
  /** Whether it starts the trigger's workflow as well, because the person refuses further messages, or allows them again. */
  forAll: boolean;
}

/** The question that an event answers (*Send and Wait*); undefined if no workflow of this n8n waits for it. */
export function answerIn(context: IWebhookFunctions, event: ServiceEvent): WaitingAnswer | undefined {
  if (event.event !== 'inbound') return undefined;
  const tapped = readReference(event.choice?.id ?? '');
  if (tapped !== undefined) return { give: () => giveTap(context, event, tapped), forAll: false };
  const match = plainQuestions.match(event);
  return match.kind === 'answer' ? { give: () => giveText(context, event), forAll: match.forAll } : undefined;
}

/** What the caller of a tap gets whose button n8n did not sign, or not with this host and key. */
export const REFUSED_TAP =
  'A tap was refused, because its button was not made by this n8n with its present key and address. If WEBHOOK_URL, N8N_ENCRYPTION_KEY or N8N_HMAC_SIGNATURE_SECRET was changed after the question was sent, send the question again.';

/** A tap is taken, too late, or not an answer to a question of this n8n: then it is a message as any other. */
async function giveTap(context: IWebhookFunctions, event: InboundEvent, tapped: Reference): Promise<Given> {
  if (!isSigned(context, tapped.query, tapped)) return 'refused';
  const resumption = await hand(context, event, tapped, { choice: readQuery(tapped.query)?.choice });
  if (resumption === 'recorded') return 'used';
  if (resumption === 'refused') return 'refused';
  if (resumption === 'busy' || resumption === 'unreached') return 'not yet';
  context.logger.info(`${context.getNode().name}: a tap resumed nothing (${resumption})`);
  return resumption === 'over' || resumption === 'answered' ? 'late' : 'none';
}

/** The text goes to the oldest question that still waits. */
async function giveText(context: IWebhookFunctions, event: InboundEvent): Promise<Given> {
  for (;;) {
    const match = plainQuestions.match(event);
    if (match.kind !== 'answer') return 'none';
    const { question, value: text } = match;
    const asked = readReference(question.reference);
    const resumption = asked && (await hand(context, event, asked, { text }));
    if (resumption === 'busy') return 'not yet';
    // Nothing that this person writes would get through.
    if (resumption === 'unreached') return 'none';
    plainQuestions.remove(question);
    if (resumption === 'recorded') return 'used';
  }
}

/** Hands an answer on, with what the waiting node needs to know to judge who has answered. */
function hand(
  context: IWebhookFunctions,
  { from: by, channel, to, messageId }: InboundEvent,
  reference: Reference,
  answer: { choice?: number | undefined; text?: string },
) {
  const given = { via: 'chat', by, channel, to, messageId, ...answer } as const;
  return resume(context, reference, given, context.getNodeWebhookUrl('default'));
}
