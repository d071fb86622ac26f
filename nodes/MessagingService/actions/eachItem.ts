import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asMessagingError, nothingSent, type MessagingError, type Tried } from '../../../core/client';
import { asInputError } from '../errors';
import { cancelSignalOf, runItems, type ItemResults } from '../items';
import { credentialOf, uploadSettings } from '../../account';
import { readRunOptions } from '../fields/sendOptions';
import { clientFor } from '../transport/client';
import type { Uploader } from '../transport/upload';
import { stopAtFailure, toItems } from './results';

/**
 * Executes an operation that calls the service for each item, or for each part of it: a few at the same time, as its options say, with the
 * output in the order of the items. With `inWords`, a failure does not keep the other parts from being asked for, unless it would be theirs
 * as well, and the error that ends the node says what they gave.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures
 */
export async function forEachPart<Part>(
  context: IExecuteFunctions,
  partsOf: (itemIndex: number) => Part[],
  task: (part: Part, service: Uploader) => Promise<IDataObject | IDataObject[]>,
  inWords?: (part: IDataObject) => string,
): Promise<INodeExecutionData[]> {
  const { atOnce, ...service } = await settingsOf(context);
  const { signal } = service;
  let hitsAll = false;
  const run = {
    atOnce,
    goOn: () => context.continueOnFail() || (inWords !== undefined && !hitsAll),
    signal,
  };
  const parts = [...context.getInputData().keys()].flatMap((itemIndex) =>
    outcomesOf(() => partsOf(itemIndex)).map((part) => ({ itemIndex, part })),
  );
  const outcomes = await runItems(
    parts.map(({ part }) => part),
    run,
    async (part) => {
      try {
        return await task(part, service);
      } catch (error) {
        const failure = asMessagingError(error);
        hitsAll ||= hitsEveryCall(failure);
        throw nothingSent(failure);
      }
    },
  );
  const itemOf = (index: number) => parts[index]?.itemIndex ?? index;
  stopAtFailure(context, outcomes, inWords && othersGave(outcomes, inWords), itemOf);
  return toItems(context, outcomes, itemOf);
}

/** @throws MessagingError that says nothing about a message: these operations send none */
export async function settingsOf(context: IExecuteFunctions): Promise<Uploader & { atOnce: number }> {
  try {
    const credential = await credentialOf(context);
    return {
      client: clientFor(context, credential),
      uploads: uploadSettings(credential),
      signal: cancelSignalOf(context),
      atOnce: readRunOptions(context).atOnce,
    };
  } catch (error) {
    throw nothingSent(asMessagingError(error));
  }
}

/** Whether other calls would fail in the same way: there is no connection, or the login is wrong. */
function hitsEveryCall({ status, outcome }: MessagingError): boolean {
  return status === 401 || status === 403 || (status === undefined && outcome === 'not_sent');
}

const MOST_NAMED = 100;

/** What the parts that did not fail gave, in one line: a node that fails has no output. */
function othersGave(
  outcomes: ItemResults<IDataObject | IDataObject[]>,
  inWords: (part: IDataObject) => string,
): string | undefined {
  const given = outcomes
    .flatMap((outcome): IDataObject[] => (outcome?.ok === true ? [outcome.value].flat() : []))
    .map(inWords);
  if (given.length === 0) return undefined;
  const more = given.length > MOST_NAMED ? `, and ${given.length - MOST_NAMED} more` : '';
  return `The others: ${given.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

function outcomesOf<Part>(read: () => Part[]): Array<Tried<Part> | undefined> {
  try {
    return read().map((value) => ({ ok: true, value }));
  } catch (error) {
    return [{ ok: false, error: nothingSent(asInputError(error)) }];
  }
}
