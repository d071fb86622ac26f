import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { messageProperties } from '../fields/messageForm';
import { select } from '../fields/render';
import { getBalance } from './account/getBalance.operation';
import { upload } from './media/upload.operation';
import { getBatchStatus } from './message/getBatchStatus.operation';
import { getStatus } from './message/getStatus.operation';
import { send } from './message/send.operation';
import { sendAndWait } from './message/sendAndWait.operation';
import { sendBatch } from './message/sendBatch.operation';
import type { Operation } from './operation';

interface Resource {
  name: string;
  description: string;
  operations: Record<string, Operation>;
}

/** Everything the node can do; the first operation of a resource is its default. */
const resources: Record<string, Resource> = {
  account: { name: 'Account', description: 'Your account with the service', operations: { getBalance } },
  media: { name: 'Media', description: 'Files for WhatsApp and RCS messages', operations: { upload } },
  message: {
    name: 'Message',
    description: 'SMS, WhatsApp and RCS messages',
    operations: { send, sendAndWait, sendBatch, getStatus, getBatchStatus },
  },
};

/** The operation that the node's parameters name; undefined when there is none. */
export function operationNamed(resource: unknown, operation: unknown): Operation | undefined {
  return own(own(resources, resource)?.operations ?? {}, operation);
}

function own<T>(record: Record<string, T>, key: unknown): T | undefined {
  return typeof key === 'string' && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** All parameters of the node. */
export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: Object.entries(resources).map(([value, { name, description }]) => ({
      name,
      value,
      description,
    })),
    default: 'message',
  },
  ...Object.entries(resources).map(operationSelector),
  ...messageProperties({ resource: ['message'], operation: ['send', 'sendBatch'] }),
  ...Object.entries(resources).flatMap(([resource, { operations }]) =>
    Object.entries(operations).flatMap(([operation, each]) =>
      updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, each.properties),
    ),
  ),
];

function operationSelector([resource, { operations }]: [string, Resource]): INodeProperties {
  const options = Object.entries(operations).map(([value, { name, action, description }]) => ({
    name,
    value,
    action,
    description,
  }));
  return select({
    displayName: 'Operation',
    name: 'operation',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: options[0]?.value ?? '',
  });
}

const actions = Object.fromEntries(
  Object.values(resources).flatMap(({ operations }) =>
    Object.entries(operations).map(([operation, { action }]) => [operation, action]),
  ),
);

/** What the node says below its name on the canvas. */
export const subtitle = `={{ (${JSON.stringify(actions)})[$parameter["operation"]] }}`;
