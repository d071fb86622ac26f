import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { MessagingError } from '../../core/client';
import { readText } from '../../core/reading';
import { asData } from '../data';

/** Turns any error from reading the parameters of an item into a MessagingError; nothing was sent. */
export function asInputError(error: unknown): MessagingError {
  if (error instanceof MessagingError) return error;
  return new MessagingError({
    message: error instanceof Error ? error.message : String(error),
    advice: readText(error, 'description') ?? 'Correct the parameters of this node. Nothing was sent.',
    outcome: 'not_sent',
    code: 'invalid_input',
  });
}

/**
 * The one place that turns the core's error into n8n's: what happened, on which item, what to do next, and the request id. `more` is added
 * to the description.
 */
export function toNodeError(
  node: INode,
  error: MessagingError,
  itemIndex: number,
  more?: string,
): NodeApiError | NodeOperationError {
  // n8n shows the message right above the description.
  const lines = error.description.split('\n').filter((line) => !error.message.startsWith(line));
  const description = asHtml([...lines, ...(more ?? '').split('\n')].filter((line) => line !== ''));
  const nodeError =
    error.status === undefined && error.outcome === 'not_sent'
      ? new NodeOperationError(node, error.message, { itemIndex, description })
      : new NodeApiError(
          node,
          {},
          {
            message: error.message,
            description,
            itemIndex,
            ...(error.status === undefined ? {} : { httpCode: String(error.status) }),
          },
        );
  Object.assign(nodeError.context, facts(error));
  return nodeError;
}

/** n8n shows a description as HTML: line breaks would become spaces, and text in angle brackets would disappear. */
function asHtml(lines: string[]): string {
  return lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).join('<br>\n');
}

/** The data that an error workflow can react to. */
function facts({ code, outcome, requestId, details }: MessagingError): IDataObject {
  return asData({ code, outcome, requestId, details });
}

/** The output of an item that failed, if the node continues. */
export function toErrorItem(error: MessagingError, itemIndex: number): INodeExecutionData {
  return { json: { error: asData(error.toData()) }, pairedItem: { item: itemIndex } };
}
