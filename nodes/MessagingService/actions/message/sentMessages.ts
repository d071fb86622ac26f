import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { MessagingError } from '../../../../core/client';
import { isRecord, readText } from '../../../../core/reading';
import { asData } from '../../../data';
import { type ItemOutcome } from '../../items';
import type { Draft } from './drafts';

const KEY = 'messagingServiceSent';

/** What an earlier try came to: the output of an accepted message, or an error that left open whether it was sent. */
type Remembered = { hash: string } & ({ output: IDataObject } | { error: IDataObject });

/**
 * Remembers in the execution what was sent, because n8n's Retry on Fail runs the node again for all items: what an earlier try sent is
 * answered from here. Kept by the run of the node, so that a loop does not read its earlier round, and by the item and its request,
 * so that a changed request is a new one. Forgotten when the node is done.
 */
export class SentMessages {
  private readonly store: Record<string, unknown>;
  private readonly run: string;

  constructor(context: IExecuteFunctions) {
    this.store = context.getContext('node');
    this.run = String(context.getWorkflowDataProxy(0).$runIndex);
  }

  /** What an earlier try came to with this message; undefined when it may be sent. */
  recall({ itemIndex, request }: Draft): ItemOutcome<IDataObject> | undefined {
    const entry = this.entries()[itemIndex];
    if (!isRecord(entry) || entry.hash !== hashOf(request)) return undefined;
    if (isRecord(entry.error)) return { kind: 'failed', error: restored(entry.error) };
    return isRecord(entry.output) ? { kind: 'done', value: asData(entry.output) } : undefined;
  }

  accepted({ itemIndex, request }: Draft, output: IDataObject): void {
    this.keep(itemIndex, { hash: hashOf(request), output });
  }

  /** Keeps an error after which the message may have been sent (after any other it was not), and gives it back. */
  failed({ itemIndex, request }: Draft, error: MessagingError): MessagingError {
    if (error.outcome === 'unknown') {
      this.keep(itemIndex, { hash: hashOf(request), error: asData(fieldsOf(error)) });
    }
    return error;
  }

  /** To be called when every item is done: no further try will follow. */
  forget(): void {
    delete this.store[KEY];
  }

  private keep(itemIndex: number, entry: Remembered): void {
    this.entries()[itemIndex] = entry;
  }

  private entries(): Record<string, unknown> {
    const kept = this.store[KEY];
    const runs = isRecord(kept) ? kept : {};
    const found = runs[this.run];
    const entries = isRecord(found) ? found : {};
    runs[this.run] = entries;
    this.store[KEY] = runs;
    return entries;
  }
}

function hashOf(request: Draft['request']): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64');
}

function fieldsOf({ message, advice, code, status, details, requestId }: MessagingError) {
  return { message, advice, code, status, details, requestId };
}

function restored(fields: Record<string, unknown>): MessagingError {
  return new MessagingError({
    message: readText(fields, 'message') ?? 'An earlier try did not learn whether the message was sent',
    advice: readText(fields, 'advice'),
    outcome: 'unknown',
    code: readText(fields, 'code') ?? 'unknown',
    status: typeof fields.status === 'number' ? fields.status : undefined,
    requestId: readText(fields, 'requestId'),
  });
}
