import type { NodeMessage } from 'node-red';

import type { CallOptions, Client, RetrySettings } from '../../core/client';
import { conversationsOf, type Addressed, type Next } from '../../core/journey';
import type { Output } from '../outcome/report';
import type { Job } from './job';

/** A message of a node on its way to the service. */
export interface NodeMessageOnItsWay<T = Output> extends Addressed<T> {
  job: Job;
  /** The message that it came from, if that is not the one of its job. */
  msg?: NodeMessage;
  /** How its call is made, once its turn has come. */
  call?: { client: Client; options: CallOptions } | undefined;
  /** Replaces the retries of the client. */
  retry?: RetrySettings;
}

/** The step in which messages wait for the turn of their call, which they make together. Not async, as very many can wait. */
export function inTurn<M extends NodeMessageOnItsWay<unknown>>(
  messages: readonly M[],
  next: Next<M>,
): Promise<void> {
  const [first, ...others] = messages;
  if (first === undefined) return Promise.resolve();
  const { job, retry } = first;
  return job.call(
    (client, signal) => {
      const call = { client, options: { signal, ...(retry === undefined ? {} : { retry }) } };
      for (const message of messages) message.call = call;
      return next(messages);
    },
    {
      others: others.map((message) => message.job),
      conversations: messages.flatMap(({ request }) =>
        request === undefined ? [] : conversationsOf(request),
      ),
    },
  );
}

/** The call of a message whose turn has come. */
export function callOf({
  call,
}: Pick<NodeMessageOnItsWay, 'call'>): NonNullable<NodeMessageOnItsWay['call']> {
  if (call === undefined) throw new RangeError('The turn of the message has not come');
  return call;
}
