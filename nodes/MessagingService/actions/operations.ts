import {
  type INodeProperties,
  NodeOperationError,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';

import { asMessagingError, failed, MessagingError, nothingSent } from '../../../core/client';
import { channels } from '../../../core/contract/names';
import { labelOf } from '../../../core/forms/labels';
import { optionsIn, parametersOf } from '../../parameters';
import { checkCollections, optionsProperty, propertyOf } from '../../settings';
import { asInputError, attemptInput, isAboutMessage, toNodeError } from '../outcomes';
import { messageProperties, replyProperties } from '../fields/messageForm';
import { output, shapeItem, type ShapeOutput } from '../fields/output';
import { shownIf } from '../fields/visibility';
import { check } from './message/check.operation';
import type { Drafted } from './message/drafts';
import { toItems } from './message/output';
import { sendAndWait } from './message/sendAndWait.operation';
import { reply, send, sendBatch } from './message/sending';
import { SentMessages } from './message/sentMessages';
import { getBalance, getBatchStatus, getStatus, upload } from './queries';
import { beginRun, isTool, runOf, type Operation } from './run';

interface Resource {
  name: string;
  description: string;
  /** Sorted by their names. */
  operations: Record<string, Operation>;
  /** The operation that a new node has. */
  usual: string;
}

const resources: Record<string, Resource> = {
  account: {
    name: 'Account',
    description: 'Your account with the service',
    operations: { getBalance },
    usual: 'getBalance',
  },
  media: {
    name: 'Media',
    description: 'Files for WhatsApp and RCS messages',
    operations: { upload },
    usual: 'upload',
  },
  message: {
    name: 'Message',
    description: 'SMS, WhatsApp and RCS messages',
    operations: { check, getBatchStatus, getStatus, reply, send, sendAndWait, sendBatch },
    usual: 'send',
  },
};

function own<T>(record: Record<string, T>, key: unknown): T | undefined {
  return typeof key === 'string' && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** All parameters of the node. */
export const properties: INodeProperties[] = [
  propertyOf('options', 'resource', 'Resource', {
    ...{ usual: 'message', noDataExpression: true },
    options: Object.entries(resources).map(([value, { name, description }]) => ({
      name,
      value,
      description,
    })),
  }),
  ...Object.entries(resources).map(operationSelector),
  ...shownIf({ resource: ['message'], operation: ['send', 'sendBatch', 'check'] }, messageProperties),
  ...shownIf({ resource: ['message'], operation: ['reply'] }, replyProperties),
  ...Object.entries(resources).flatMap(([resource, { operations }]) =>
    Object.entries(operations).flatMap(([operation, each]) =>
      // These two come first: if a condition contains an expression, n8n shows the parameter without checking those after it.
      shownIf({ resource: [resource], operation: [operation] }, propertiesOf(each)),
    ),
  ),
];

function propertiesOf({ properties = [], options = [] }: Operation): INodeProperties[] {
  return [...properties, optionsProperty(...options, output)];
}

function operationSelector([resource, { operations, usual }]: [string, Resource]): INodeProperties {
  const options = Object.entries(operations).map(([value, { name, action, description }]) => ({
    name,
    value,
    action,
    description,
  }));
  const when = { resource: [resource] };
  return propertyOf('options', 'operation', 'Operation', { noDataExpression: true, options, usual, when });
}

const names = Object.fromEntries(
  Object.values(resources).flatMap(({ operations }) =>
    Object.entries(operations).map(([operation, { name }]) => [operation, name]),
  ),
);
const channelNames = Object.fromEntries(channels.map((channel) => [channel, `: ${labelOf(channel)}`]));

/** The text below the node's name on the canvas: the operation, and the channel if one is chosen. */
export const subtitle = `={{ (${JSON.stringify(names)})[$parameter["operation"]] + ((${JSON.stringify(channelNames)})[$parameter["channel"]] || "") }}`;

/**
 * Runs the operation that the node's parameters name; returns the items of each output. What keeps it from beginning, such as a wrong option or
 * a missing credential, is the error of every item if the node continues: n8n itself would pass the items on as if they were sent.
 * @throws NodeApiError or NodeOperationError unless the node continues after failures
 */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const chosen = await attemptInput(async () => chosenIn(context));
  try {
    if (!chosen.ok) throw chosen.error;
    return await run(context, chosen.value);
  } catch (error) {
    const goesOn = context.continueOnFail() && !isTool(context);
    // What is about a message is thrown only for n8n to try again.
    if (!goesOn || isAboutMessage(error))
      throw error instanceof MessagingError ? toNodeError(context.getNode(), error, 0) : error;
    const items = failEachItem(context, error);
    // What failed comes out where each operation has it: the first output of *Send and Wait* is for answers.
    return chosen.ok && 'branch' in chosen.value ? [[], items] : [items];
  }
}

function failEachItem(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
  // The node's own errors are about its settings; any other is a fault of which nobody knows what it did.
  const result = failed(error instanceof NodeOperationError ? asInputError(error) : asMessagingError(error));
  const entries = context.getInputData().map((_, itemIndex): Drafted => ({ itemIndex, result }));
  new SentMessages({ context, id: runOf(context), isTool: false }).recall(entries);
  return toItems(context, entries);
}

function chosenIn(context: IExecuteFunctions): Operation {
  const [resource, operation] = ['resource', 'operation'].map(parametersOf(context)(0));
  const chosen = own(own(resources, resource)?.operations ?? {}, operation);
  if (chosen !== undefined) return chosen;
  throw new NodeOperationError(
    context.getNode(),
    `The operation "${String(operation)}" of "${String(resource)}" is not known`,
    { description: 'Choose the resource and the operation again.' },
  );
}

async function run(context: IExecuteFunctions, operation: Operation): Promise<INodeExecutionData[][]> {
  const begun = await attemptInput(() => begin(context, operation));
  if (!begun.ok) throw operation.sendsNothing === true ? nothingSent(begun.error) : begun.error;
  const { shape, outputs } = begun.value;
  return (await outputs()).map((items) => items.map((item) => shapeItem(shape, item)));
}

/** Reads what is the same for all items. Where an operation has branches, the fields of the input come out as well. */
async function begin(context: IExecuteFunctions, operation: Operation) {
  // *Always Output Data* would add an item to the first branch, as if somebody had answered.
  if ('branch' in operation) context.getExecuteData().node.alwaysOutputData = false;
  checkCollections(context.getNode().parameters);
  const inputs = 'branch' in operation ? context.getInputData() : [];
  const shapeOf = output.read(optionsIn(parametersOf(context)(0)));
  const shape: ShapeOutput = shapeOf?.(inputs.flatMap(({ json }) => Object.keys(json))) ?? ((item) => item);
  if ('branch' in operation) return { shape, outputs: () => operation.branch(context) };
  const begun = await beginRun(context);
  return { shape, outputs: async () => [await operation.execute(begun, shape)] };
}
