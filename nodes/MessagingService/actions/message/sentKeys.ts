import { randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
  invalidRequest,
  SendOnce,
  sharedKeys,
  sleep,
  type KeyedResult,
  type KeyStore,
  type SharedKeys,
} from '../../../../core/client';
import { asText, isRecord, readText } from '../../../../core/reading';
import { asData } from '../../../data';
import type { Parameters } from '../../fields/read';
import { numberOption, optionFields } from '../options';

/** By node, so that executions that run at the same time in this process know of each other. */
const shared = new Map<string, SharedKeys>();

/** Whether the node has *Send Only Once Per*. */
function isSet(context: IExecuteFunctions): boolean {
  const { options } = context.getNode().parameters;
  return isRecord(options) && optionFields.sendOncePer.name in options;
}

/** What sends only once per key for this node. */
export function sendOnceOf(context: IExecuteFunctions): SendOnce {
  const node = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
  const known = shared.get(node) ?? sharedKeys();
  shared.set(node, known);
  return new SendOnce(databaseOf(context), known);
}

/**
 * The key of an item; undefined when the node has no *Send Only Once Per*.
 * @throws MessagingError `not_sent` when the item has none: to send it without a key could send it twice
 */
export function keyOf(context: IExecuteFunctions, parameters: Parameters): string | undefined {
  if (!isSet(context)) return undefined;
  const { name, displayName } = optionFields.sendOncePer;
  const key = asText(parameters(`options.${name}`))?.trim();
  if (key !== undefined && key !== '') return key;
  const rule = 'gives no key for this item';
  throw invalidRequest([{ path: displayName, rule, message: `${displayName}: ${rule}` }]);
}

/** The output of a message that was kept back, or of one that was sent. */
export function keyedOutput(key: string, result: KeyedResult<IDataObject>): IDataObject {
  if (result.kind === 'sent') return result.value;
  return asData({ outcome: 'sent_before', key, messageId: result.messageId });
}

export function messageIdOf(output: IDataObject): string | undefined {
  return readText(output, 'messageId');
}

/** Much longer than n8n takes to read the list, add to it and write it back. */
const SETTLING_MS = 100;
const MOST_TRIES = 20;

/**
 * n8n's own list of what a node has processed: hashes without times or ids. n8n reads the whole list, adds to it and writes it back
 * without a lock, so two processes can undo each other's entries. A mark that is written along with the keys, and is still there a
 * moment later, proves that the keys are.
 */
function databaseOf(context: IExecuteFunctions): KeyStore {
  // A mark for each key at the most.
  const options = { mode: 'entries', maxEntries: 2 * numberOption(context, optionFields.keysKept) } as const;
  const { helpers } = context;
  const add = async (entries: string[]) => {
    if (typeof helpers.checkProcessedAndRecord !== 'function')
      throw new Error('n8n offers no list of keys here.');
    const write = () => helpers.checkProcessedAndRecord(entries, 'node', options);
    // The first two executions of a node at the same moment both insert its list: one of them fails, and finds it the next time.
    const { processed } = await write().catch(write);
    return processed.map(String);
  };
  return {
    async record(keys) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const mark = `mark ${randomUUID()}`;
        const before = await add([...keys, mark]);
        const isThere = before.length === keys.length || (await isStillThere(mark));
        if (isThere) return new Map(before.map((key) => [key, undefined]));
      }
      throw new Error('Other executions of this node record keys at the same time.');
    },
    async remove(keys) {
      await helpers.removeProcessed([...keys], 'node', options);
    },
  };

  async function isStillThere(mark: string): Promise<boolean> {
    await sleep(SETTLING_MS * (1 + Math.random()));
    return (await add([mark])).length > 0;
  }
}
