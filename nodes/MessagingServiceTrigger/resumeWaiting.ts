import type { IWebhookFunctions } from 'n8n-workflow';

import type { InboundEvent, ServiceEvent } from '../../core/receive';
import { isSigned, readQuery, readReference, type Reference } from '../MessagingService/wait/reference';
import { plainQuestions } from '../MessagingService/wait/registry';
import { resume, type Resumption } from '../MessagingService/wait/resume';

/**
 * How to give the answer that an event is to a question (*Send and Wait*); undefined if no workflow of this n8n waits for it.
 * @param id the same for an event that comes again
 */
export function answerIn(context: IWebhookFunctions, event: ServiceEvent, id?: string) {
  if (event.event !== 'inbound') return undefined;
  const tapped = readReference(event.choice?.id ?? '');
  if (tapped !== undefined) return { give: () => giveTap(context, event, tapped, id), forAll: false };
  const match = plainQuestions.match(event);
  if (match.kind !== 'answer') return undefined;
  // By a word with which people refuse further messages, or allow them again, it starts the trigger's workflow as well.
  return { give: () => giveText(context, event, id), forAll: match.forAll };
}

async function giveTap(
  context: IWebhookFunctions,
  event: InboundEvent,
  tapped: Reference,
  id?: string,
): Promise<Resumption> {
  if (!isSigned(context, tapped.query, tapped)) return 'refused';
  const resumption = await hand(context, event, tapped, { id, choice: readQuery(tapped.query)?.choice });
  if (['over', 'answered', 'stranger'].includes(resumption))
    context.logger.info(`${context.getNode().name}: a tap resumed nothing (${resumption})`);
  return resumption;
}

/** The text goes to the oldest question that still waits; undefined if none takes it: it is a message as any other. */
async function giveText(
  context: IWebhookFunctions,
  event: InboundEvent,
  id?: string,
): Promise<Resumption | undefined> {
  for (;;) {
    const match = plainQuestions.match(event);
    if (match.kind !== 'answer') return undefined;
    const { question, value: text } = match;
    const asked = readReference(question.reference);
    const resumption = asked && (await hand(context, event, asked, { id, text }));
    if (resumption === 'busy') return resumption;
    // Nothing that this person writes would get through.
    if (resumption === 'unreached') return undefined;
    plainQuestions.remove(question);
    if (resumption === 'recorded') return resumption;
  }
}

/** Hands an answer on, with what the waiting node needs to know to judge who has answered. */
function hand(
  context: IWebhookFunctions,
  { from: by, channel, to, messageId }: InboundEvent,
  reference: Reference,
  answer: { id: string | undefined; choice?: number | undefined; text?: string },
) {
  const given = { via: 'chat', by, channel, to, messageId, ...answer } as const;
  return resume(context, reference, given);
}
