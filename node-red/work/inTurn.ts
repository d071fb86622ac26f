import type { NodeMessage } from 'node-red';

import type { CallOptions, Client, MediaFile, RetrySettings } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { conversationsOf, type Outgoing } from '../../core/steps';
import type { Account } from '../service/account';
import type { Job } from './job';

/** How the call of a message is made, once its turn has come. */
export interface Call {
  client: Client;
  options: CallOptions;
}

/** A message of a node on its way to the service. */
export interface NodeOutgoing extends Outgoing {
  job: Job;
  /** By which it is sent, if not by that of its node. */
  account?: Account | undefined;
  /** The message that it came from, if that is not the one of its job. */
  msg?: NodeMessage;
  call?: Call | undefined;
  /** Replaces the retries of the client. */
  retry?: RetrySettings;
  /** The file that is uploaded for it. */
  file?: MediaFile | undefined;
  /** Its request once the file was uploaded. */
  uploaded?: MessageRequest;
  /** What a person should know about its texts and files. */
  notes?: readonly string[] | undefined;
}

/** Waits for the turn of the call that messages make together, unless it has come. Not async, as very many can wait. */
export function inTurn<M extends NodeOutgoing>(
  messages: readonly M[],
  next: (messages: readonly M[]) => Promise<void>,
): Promise<void> {
  const [first, ...others] = messages;
  if (first === undefined) return Promise.resolve();
  if (first.call !== undefined) return next(messages);
  const { job, account, retry } = first;
  return job.call(
    (client, signal) => {
      const call = { client, options: { signal, ...(retry === undefined ? {} : { retry }) } };
      for (const message of messages) message.call = call;
      return next(messages);
    },
    {
      account,
      others: [...new Set(others.map((message) => message.job))].filter((other) => other !== job),
      conversations: messages.flatMap(({ request }) => conversationsOf(request)),
    },
  );
}

/** The call of a message whose turn has come. */
export function callOf({ call }: Pick<NodeOutgoing, 'call'>): Call {
  if (call === undefined) throw new RangeError('The turn of the message has not come');
  return call;
}
