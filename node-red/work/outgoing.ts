import type { NodeMessage } from 'node-red';

import {
  attempt,
  failed,
  type CallOptions,
  type Client,
  type Failed,
  type MediaFile,
  type Result,
} from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { outgoing, resultOfOutgoing, type Outgoing, type Steps } from '../../core/steps';
import type { Output } from '../outcome/report';
import { checkedFor, withUploadedFile, type CheckedMessage } from '../message/preparedMessage';
import type { Account } from '../service/account';

/** What a node sends for a message with one call, fixed when that arrived as a `Submission` is, but without a record. */
export class Draft implements CheckedMessage {
  readonly request: MessageRequest;
  readonly file: MediaFile | undefined;
  readonly notes: string[];

  constructor(
    { request, file, notes }: CheckedMessage,
    /** By whose rules it was checked. */
    readonly account: Account,
    readonly accountId: string,
    /** The key of *Send Only Once Per*; undefined if the node does not use it. */
    readonly key?: string | undefined,
  ) {
    this.request = request;
    this.file = file;
    this.notes = notes;
  }

  /** @throws MessagingError `invalid_request` if the account may not send it */
  async by(account: Account): Promise<Draft> {
    if (account === this.account) return this;
    const request = await checkedFor(account, this.request);
    return new Draft({ ...this, request }, account, this.accountId, this.key);
  }
}

/** The messages that a message holds, in their order: what of them is still to be sent, and what became of the others. */
export interface Several {
  messages: readonly NodeMessage[];
  /** Where they are in it. */
  place: string;
  entries: ReadonlyArray<Draft | Output | Failed>;
}

/** A message of a node on its way to the service. */
export interface NodeOutgoing extends Outgoing {
  /** The message that it came from. */
  msg: NodeMessage;
  /** The file that is uploaded for it. */
  file?: MediaFile | undefined;
  /** Its request once the file was uploaded. */
  uploaded?: MessageRequest;
  /** What a person should know about its texts and files. */
  notes?: readonly string[] | undefined;
}

/** The upload and the call of messages that go out one by one, once their turn has come. */
export function sendEach(client: Client, options: CallOptions): Pick<Steps<NodeOutgoing>, 'upload' | 'send'> {
  return {
    upload: async (messages) => {
      await Promise.all(messages.map((message) => upload(message, client, options)));
    },
    send: async (messages) => {
      await Promise.all(messages.map((message) => send(message, client, options)));
    },
  };
}

async function upload(message: NodeOutgoing, client: Client, options: CallOptions): Promise<void> {
  const { request, file } = message;
  if (file === undefined) return;
  const uploaded = await attempt(() => withUploadedFile(client, request, file, options));
  if (uploaded.ok) message.uploaded = uploaded.value;
  else message.result = failed(uploaded.error);
}

async function send(message: NodeOutgoing, client: Client, options: CallOptions): Promise<void> {
  const { request, uploaded = request, notes } = message;
  const result = await client.send(outgoing(uploaded, message), options);
  message.result = withNotes(resultOfOutgoing(result, message), notes);
}

/** A result with what a person should know about the message. */
export function withNotes<R extends Result>(result: R, notes: readonly string[] = []): R {
  return notes.length === 0 || result.outcome !== 'accepted' ? result : { ...result, notes: [...notes] };
}
