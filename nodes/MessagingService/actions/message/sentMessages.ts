import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { failed, MessagingError, type Accepted, type Failed, type Result } from '../../../../core/client';
import { isRecord, readText } from '../../../../core/reading';
import { IN_N8N } from '../../../account';
import { asData } from '../../../data';
import { runOf, type Run } from '../../items';
import type { Draft } from './drafts';

const KEY = 'messagingServiceSent';

/**
 * Two hashes that identify a message. The request alone is not enough: an expression such as `$now` makes a different one with each try, and a
 * person may correct a parameter before *Executions > Retry*. The item alone is not enough either: its fields may differ with each try.
 */
interface Marks {
  request: string;
  item: string;
}

/** The parts of n8n that are needed: the node, its items, and its memory in the execution. */
type Context = Run & Pick<IExecuteFunctions, 'getNode' | 'getContext'>;

/**
 * Remembers in the execution what was sent, because n8n's Retry on Fail runs the node again for all items; messages that an earlier try has
 * sent get their result from here. Stored by run of the node, so that a loop does not see its earlier rounds, and by position. A message is
 * new if both its request and its item have changed, whatever the node's parameters are now. Forgotten when the node is done.
 *
 * An agent may call its tool again with the same request. After a success, it wants another message, which is sent. After a failure that left
 * open whether the message was sent, it gets that failure again, in this execution: no model may decide to send twice.
 */
export class SentMessages {
  private readonly store: Record<string, unknown>;
  private readonly run: string;
  private readonly isTool: boolean;
  private readonly kept = new WeakMap<Draft, Result>();

  constructor(private readonly context: Context) {
    this.isTool = context.getNode().type.endsWith('Tool');
    this.store = context.getContext('node');
    this.run = runOf(context);
  }

  /** What became of this message in an earlier try; undefined if it may be sent. */
  recall(draft: Draft): Accepted | Failed | undefined {
    const entry = this.entryOf(draft);
    if (entry === undefined) return undefined;
    if (isRecord(entry.error)) return failed(restored(entry.error));
    return isRecord(entry.accepted) && isAccepted(entry.accepted) ? entry.accepted : undefined;
  }

  /** Remembers what was accepted, and what may have been sent. Anything else was not sent. */
  keep(draft: Draft): void {
    const { result } = draft;
    if (result === undefined || this.kept.get(draft) === result) return;
    this.kept.set(draft, result);
    if (result.outcome === 'accepted') this.remember(draft, { accepted: asData(result) });
    if (result.outcome === 'failed' && result.error.outcome === 'unknown')
      this.remember(draft, { error: asData(fieldsOf(result.error)) });
  }

  /** Call this when every item is done and no further try will follow. An agent's other calls of the tool may still run. */
  forget(): void {
    if (this.isTool) delete this.runs()[this.run];
    else delete this.store[KEY];
  }

  /** The entry of a message in this run or, by the request alone, in another call of the tool. */
  private entryOf(draft: Draft): Record<string, unknown> | undefined {
    const own = this.entries()[draft.position];
    // As in every first try: to make the marks takes as long as to check the message.
    if (own === undefined && !this.isTool) return undefined;
    const { request, item } = this.marksOf(draft);
    if (isRecord(own) && (own.request === request || own.item === item)) return own;
    if (!this.isTool) return undefined;
    return Object.values(this.runs())
      .flatMap((run) => (isRecord(run) ? [run[draft.position]] : []))
      .filter(isRecord)
      .find((entry) => entry.request === request);
  }

  private marksOf({ itemIndex, request }: Draft): Marks {
    const { json } = this.context.getInputData()[itemIndex] ?? {};
    return { request: hashOf(request), item: hashOf(json ?? null) };
  }

  private remember(draft: Draft, ended: { accepted: IDataObject } | { error: IDataObject }): void {
    this.entries()[draft.position] = { ...this.marksOf(draft), ...ended };
  }

  private runs(): Record<string, unknown> {
    return recordIn(this.store, KEY);
  }

  private entries(): Record<string, unknown> {
    return recordIn(this.runs(), this.run);
  }
}

/** Only this package writes it, so a check of its shape is enough. */
function isAccepted(stored: Record<string, unknown>): stored is Record<string, unknown> & Accepted {
  return stored.outcome === 'accepted' && Array.isArray(stored.recipients);
}

/** The record in a field, which is made if it is missing. */
function recordIn(owner: Record<string, unknown>, name: string): Record<string, unknown> {
  const found = owner[name];
  const record = isRecord(found) ? found : {};
  owner[name] = record;
  return record;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

function fieldsOf(error: MessagingError) {
  const { fact, code, status, details, requestId } = error;
  return { message: fact, advice: error.adviceFor(IN_N8N), code, status, details, requestId };
}

function restored(fields: Record<string, unknown>): MessagingError {
  return new MessagingError({
    message: readText(fields, 'message') ?? 'It is not known whether an earlier try sent the message',
    advice: readText(fields, 'advice'),
    outcome: 'unknown',
    code: readText(fields, 'code') ?? 'internal_fault',
    status: typeof fields.status === 'number' ? fields.status : undefined,
    requestId: readText(fields, 'requestId'),
  });
}
