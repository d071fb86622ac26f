import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
} from 'n8n-workflow';

import { attempt, MessagingError, stackOfFault, type Result, type Tried } from '../../core/client';
import { asText, isRecord, readProperty, readText, messageIn } from '../../core/reading';
import { IN_N8N } from '../account';
import { asData, grouped } from '../data';
import { expressionIn } from '../parameters';
import { fault } from '../texts';

/** Turns any error from reading the parameters of an item into a MessagingError; nothing was sent. */
export function asInputError(error: unknown): MessagingError {
  if (error instanceof MessagingError) return error;
  // n8n names the parameter whose expression failed, and gives the expression as the cause.
  const parameter = readText(readProperty(error, 'context'), 'parameter');
  const expression = expressionIn(readProperty(error, 'cause'));
  const problem = [parameter, messageIn(error), expression].filter((part) => part !== undefined).join(': ');
  const advice = readText(error, 'description');
  return new MessagingError(
    advice === undefined
      ? fault('invalid_input', { problem })
      : fault('invalid_input.advised', { problem, advice }),
  );
}

/** As `attempt`, for what the parameters of an item describe. */
export async function attemptInput<T>(read: () => Promise<T>): Promise<Tried<T>> {
  return await attempt(() => read().catch((error: unknown) => Promise.reject(asInputError(error))));
}

/**
 * The one place that turns the core's error into n8n's: what happened, on which item, what to do next, and the request id. `more` is added
 * to the description.
 */
export function toNodeError(
  node: INode,
  error: MessagingError,
  itemIndex: number,
  more: readonly string[] = [],
): NodeApiError | NodeOperationError {
  const { message, code, outcome, requestId, details, raw } = error;
  const description = asHtml([...linesBelow(error), ...more].join('\n'));
  const nodeError =
    error.status === undefined && outcome === 'not_sent'
      ? new NodeOperationError(node, message, { itemIndex, description })
      : new NodeApiError(node, {}, { message, description, itemIndex, httpCode: error.status?.toString() });
  // An error workflow can react to it.
  Object.assign(nodeError.context, asData({ code, outcome, requestId, details, raw }));
  // n8n shows it in the details of the error.
  const stack = stackOfFault(error);
  if (stack !== undefined) nodeError.stack = stack;
  return nodeError;
}

/** What n8n shows below what happened, without what stands there already. */
export function linesBelow(error: MessagingError): string[] {
  const lines = error.describe(IN_N8N).split('\n');
  return lines.filter((line) => !error.fact.startsWith(line));
}

/** Whether `toNodeError` made an error. */
export function isAboutMessage(error: unknown): boolean {
  const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
  return isNodeError && 'outcome' in error.context;
}

/** n8n shows descriptions and hints as HTML: line breaks would become spaces, and text in angle brackets would disappear. */
export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>\n');
}

/** The text of a description that `toNodeError` made. */
export function plainText(description: string): string {
  return description.replaceAll('<br>\n', '\n').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** The fields of an error that an item gets. */
export function errorData(error: MessagingError): IDataObject {
  const { raw, ...data } = error.toData(IN_N8N);
  // Not copied: a thousand messages of a call can have the same answer.
  const answer = typeof raw === 'object' ? raw : asText(raw);
  return answer === undefined ? asData(data) : { ...asData(data), raw: answer };
}

/** Whom a message is for, in the names of the service, as far as its request says it: it may break the contract. */
export function addresseeOf(request: unknown): IDataObject {
  if (!isRecord(request)) return {};
  const { channel, to, toList, customerid } = request;
  return asData({ channel, to, toList, customerid });
}

/** The field beside `error`, which is a text as in n8n's own nodes. */
const DETAILS = 'errorDetails';

/** The fields of an item, whom its message was for, and its error: what happened as a text, and the details beside it. */
export function failedItem(
  input: IDataObject | undefined,
  addressee: IDataObject | undefined,
  { message, ...details }: IDataObject,
): IDataObject {
  return { ...input, ...addressee, error: message, [DETAILS]: details };
}

/** Whether `failedItem` made an item. */
export function isFailedItem({ error, [DETAILS]: beside }: IDataObject): boolean {
  const details = beside ?? error;
  return isRecord(details) && 'outcome' in details;
}

/** An item as it came in to a node: without the error of an earlier one. */
export function withoutFailure(item: IDataObject): IDataObject {
  if (!isFailedItem(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'error' && name !== DETAILS));
}

/** n8n sends only an item with nothing but `error` to the output for errors, and adds the fields of the input: there, the details are in it. */
export function forErrorOutput(node: INode, item: INodeExecutionData): INodeExecutionData {
  if (node.onError !== 'continueErrorOutput' || !isFailedItem(item.json)) return item;
  const { error: message, [DETAILS]: details, ...fields } = item.json;
  return { ...item, json: { error: { message, ...Object(details), ...addresseeOf(fields) } } };
}

/** What an item gives: a message, or a question to the service. An item can give several. */
export interface Entry {
  itemIndex: number;
  /** Whom the message is for, also if it breaks the contract. */
  addressee?: IDataObject;
  /** What became of it; undefined if the node stopped before it. */
  result?: Result | Told | undefined;
}

/** What comes out of a question to the service, or of a message that was only checked. */
export interface Told {
  outcome: 'told';
  output: IDataObject | IDataObject[];
}

/** The entries that failed. */
export function failuresIn(entries: readonly Entry[]) {
  return entries.flatMap(({ itemIndex, result }) =>
    result?.outcome === 'failed' ? [{ itemIndex, error: result.error }] : [],
  );
}

/**
 * Ends the node with the error of the first item that failed, unless the node continues after failures. If several failed, the
 * description lists them. `more` is added to it.
 */
export function stopAtFailure(
  context: IExecuteFunctions,
  entries: readonly Entry[],
  more: readonly string[] = [],
): void {
  const failures = context.continueOnFail() ? [] : failuresIn(entries);
  const [first] = failures;
  if (first === undefined) return;
  const lines = [...severalFailures(failures), ...more];
  throw toNodeError(context.getNode(), first.error, first.itemIndex, lines);
}

const MOST_FAILURES_NAMED = 20;

/**
 * A line for each thing that is wrong, with the items that have it, if several failed. The error of the node already says what is wrong with
 * the first one. Items are counted from 0, as n8n does.
 */
function severalFailures(failures: ReturnType<typeof failuresIn>): string[] {
  const errors = new Set(failures.map(({ error }) => error));
  const groups = [...grouped(failures.map(({ error, itemIndex }) => [error.message, itemIndex]))];
  const [first] = groups;
  if (first === undefined || errors.size === 1) return [];
  if (groups.length === 1) return [`The same on ${first[1].length} items: ${listed(first[1])}`];
  const lines = groups.map(([message, items]) =>
    items.length === 1 ? `Item ${items[0]}: ${message}` : `Items ${listed(items)}: ${message}`,
  );
  const more = lines.length - MOST_FAILURES_NAMED;
  return [...lines.slice(0, MOST_FAILURES_NAMED), ...(more > 0 ? [`And ${more} more.`] : [])];
}

function listed(items: readonly number[]): string {
  const more = items.length - MOST_FAILURES_NAMED;
  return items.slice(0, MOST_FAILURES_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
