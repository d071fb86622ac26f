import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { operationNamed } from './operations';

/** Runs the operation that the node's parameters name; returns the items of each output. */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const resource: unknown = context.getNodeParameter('resource', 0);
  const operation: unknown = context.getNodeParameter('operation', 0);
  const found = operationNamed(resource, operation);
  if (found === undefined) {
    throw new NodeOperationError(
      context.getNode(),
      `The operation "${String(operation)}" of "${String(resource)}" is not known`,
      { description: 'Choose the resource and the operation again.' },
    );
  }
  return 'branch' in found ? await found.branch(context) : [await found.execute(context)];
}
