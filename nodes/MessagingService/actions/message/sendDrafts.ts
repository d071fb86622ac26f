import type { IExecuteFunctions } from 'n8n-workflow';

import type { Result } from '../../../../core/client';
import { guarded, journey, type Next, type Step } from '../../../../core/journey';
import { covered, notTooMany } from './atMostPerRun';
import type { Delivery } from './deliverMessages';
import type { Draft } from './draft';
import { oncePerKeyOf } from './sentKeys';
import { SentMessages } from './sentMessages';
import {
  guardedDrafts,
  inWindow,
  leftOutOutput,
  madeOf,
  notSentEarlier,
  notToOptedOut,
  onlyChecked,
  remembered,
  serviceOf,
  uploadFiles,
  type Service,
} from './steps';

/** How messages go out once they were checked. */
export interface Way {
  /** How many go on together, and when. */
  paced: Step<Draft>;
  send: Next<Draft>;
}

/**
 * Sends what no earlier try has sent. Returns the messages with what became of them, and the memory of what was sent.
 * @param leftOut the step that says what becomes of a message that nobody gets; without it, that is a failure
 */
export async function sendDrafts(
  context: IExecuteFunctions,
  drafts: ReadonlyArray<Result<Draft>>,
  wayOf: (service: Service, messages: readonly Draft[]) => Way,
  leftOut = [leftOutOutput],
): Promise<Pick<Delivery, 'drafts' | 'sent'>> {
  const service = await serviceOf(context);
  const { guard } = service;
  const sent = new SentMessages(context);
  const messages = madeOf(drafts);
  const { paced, send } = wayOf(service, messages);
  const inTime = inWindow(messages);
  const once = oncePerKeyOf(context, messages);
  const steps = [
    notSentEarlier(sent),
    ...leftOut,
    notToOptedOut,
    ...inTime,
    ...notTooMany(context),
    onlyChecked(guard),
    ...covered(context, service),
    once.forAll,
    paced,
    // Once more: the messages before it take their time.
    ...leftOut,
    ...inTime,
    once.forEach,
    ...guarded(guard, guardedDrafts),
    uploadFiles(context, service),
    remembered(sent),
  ];
  await journey<Draft>(steps, send)(messages);
  return { drafts, sent };
}
