import type { NodeMessage } from 'node-red';

import {
  attempt,
  failed,
  type CallOptions,
  type Client,
  type MediaFile,
  type Result,
  type RetrySettings,
} from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { conversationsOf, outgoing, resultOfOutgoing, type Keyed, type Outgoing } from '../../core/steps';
import { checkedFor, withUploadedFile, type CheckedMessage } from '../message/preparedMessage';
import type { Account } from '../service/account';
import type { Job } from './job';

/** How the call of a message is made, once its turn has come. */
export interface Call {
  client: Client;
  options: CallOptions;
}

/** What a node sends for a message with one call, fixed when that arrived as a `Submission` is, but without a record. */
export class Draft implements CheckedMessage {
  readonly request: MessageRequest;
  readonly file: MediaFile | undefined;
  readonly notes: string[];

  constructor(
    { request, file, notes }: CheckedMessage,
    /** The key of *Send Only Once Per*; undefined if the node does not use it. */
    readonly key: string | undefined,
    /** By whose rules it was checked. */
    readonly account: Account,
    readonly accountId: string,
  ) {
    this.request = request;
    this.file = file;
    this.notes = notes;
  }

  /** @throws MessagingError `invalid_request` if the account may not send it */
  async by(account: Account): Promise<Draft> {
    if (account === this.account) return this;
    const request = await checkedFor(account, this.request);
    return new Draft({ ...this, request }, this.key, account, this.accountId);
  }
}

/** A message of a node on its way to the service. */
export interface NodeOutgoing extends Outgoing, Keyed {
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

/** Waits for the turn of the call that messages make together. */
export function inTurn<M extends NodeOutgoing>(
  messages: readonly M[],
  next: (messages: readonly M[]) => Promise<void>,
): Promise<void> {
  const [first, ...others] = messages;
  if (first === undefined) return Promise.resolve();
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

/** The upload and the call of messages that go out one by one. */
export const sendEach = {
  upload: async (messages: readonly NodeOutgoing[]): Promise<void> => {
    await Promise.all(messages.map(upload));
  },
  send: async (messages: readonly NodeOutgoing[]): Promise<void> => {
    await Promise.all(messages.map(send));
  },
};

async function upload(message: NodeOutgoing): Promise<void> {
  const { request, file } = message;
  if (file === undefined) return;
  const { client, options } = callOf(message);
  const uploaded = await attempt(() => withUploadedFile(client, request, file, options));
  if (uploaded.ok) message.uploaded = uploaded.value;
  else message.result = failed(uploaded.error);
}

async function send(message: NodeOutgoing): Promise<void> {
  const { request, uploaded = request, notes } = message;
  const { client, options } = callOf(message);
  const result = await client.send(outgoing(uploaded, message), options);
  message.result = withNotes(resultOfOutgoing(result, message), notes);
}

/** A result with what a person should know about the message. */
export function withNotes<R extends Result>(result: R, notes: readonly string[] = []): R {
  return notes.length === 0 || result.outcome !== 'accepted' ? result : { ...result, notes: [...notes] };
}
