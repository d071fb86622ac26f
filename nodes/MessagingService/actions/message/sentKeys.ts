import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
  invalidRequest,
  SendOnce,
  sharedKeys,
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

/** n8n's own list of what a node has processed. It holds the newest keys, and neither times nor ids. */
function databaseOf(context: IExecuteFunctions): KeyStore {
  const options = { mode: 'entries', maxEntries: numberOption(context, optionFields.keysKept) } as const;
  const { helpers } = context;
  const record = async (keys: string[]) => {
    if (typeof helpers.checkProcessedAndRecord !== 'function')
      throw new Error('n8n offers no list of keys here.');
    return await helpers.checkProcessedAndRecord(keys, 'node', options);
  };
  return {
    async record(keys) {
      // The first two executions of a node at the same moment both insert its row: one of them fails, and finds it the next time.
      const { processed } = await record([...keys]).catch(() => record([...keys]));
      return new Map(processed.map((key) => [String(key), undefined]));
    },
    async remove(keys) {
      await helpers.removeProcessed([...keys], 'node', options);
    },
  };
}
