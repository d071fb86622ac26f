import type { IExecuteFunctions } from 'n8n-workflow';

import { checkWithNotes, MessagingError, splitMessage, type Tried } from '../../../../core/client';
import type { LabelOf } from '../../../../core/contract';
import { oddNumbers } from '../../../../core/contract/recipientNumber';
import { formatPath } from '../../../../core/contract/problem';
import { textOf } from '../../../../core/errors/sentence';
import { asText } from '../../../../core/reading';
import { credentialOf } from '../../../account';
import { addresseeOf, asInputError, type Addressee, attemptInput } from '../../errors';
import { labelsOf, readMessage, readMessageList } from '../../fields/readMessage';
import type { Parameters } from '../../fields/parameters';
import { itemReader, type Item } from '../../fields/itemReader';
import { checkFiles, filesToUpload } from '../../transport/upload';
import type { ItemOf } from '../results';
import { checkWindowOfChannels, fallbackOf } from './fallback';
import type { Draft } from './draft';

/** The messages of a node, by their positions. */
export interface Drafts {
  drafts: Array<Tried<Draft>>;
  itemOf: ItemOf;
  /** Whom each message is for, also if it breaks the contract. */
  addresseeOf: (position: number) => Addressee;
}

/**
 * Reads and checks the messages of all items before the first one is sent. Each item gives one message; with `takesLists` it may give
 * several, if its JSON is a MessageListRequest (specification 2.2).
 */
export async function draftAll(context: IExecuteFunctions, takesLists = false): Promise<Drafts> {
  const readItem = itemReader(context, await credentialOf(context));
  const items: number[] = [];
  const addressees: Addressee[] = [];
  const drafts: Array<Promise<Tried<Draft>>> = [];
  for (const itemIndex of context.getInputData().keys()) {
    const item = readItem(itemIndex);
    for (const readRequest of requestsOf(context, item, takesLists)) {
      const position = drafts.length;
      const draft = async () => {
        const given = readRequest();
        addressees[position] = addresseeOf(given.request);
        return { ...(await draftOf(context, item, given)), position };
      };
      drafts.push(attemptInput(draft));
      items.push(itemIndex);
    }
  }
  return {
    drafts: await Promise.all(drafts),
    itemOf: (position) => items[position] ?? position,
    addresseeOf: (position) =>
      addressees[position] ?? enteredAddressee(readItem(items[position] ?? position).parameters),
  };
}

/** Whom the message of an item was to be for, where it could not be made. */
export function enteredAddressee(parameters: Parameters): Addressee {
  try {
    return { channel: parameters('channel') || undefined, to: parameters('to') || undefined };
  } catch {
    return {};
  }
}

/** A request of an item, and the labels of its fields. */
interface Given {
  request: unknown;
  files: string[];
  labelOf: LabelOf | undefined;
  place: number;
}

/** Readers of the requests of an item, which throw why they cannot be read. */
function requestsOf(context: IExecuteFunctions, item: Item, takesLists: boolean): Array<() => Given> {
  const { index, parameters, settings } = item;
  try {
    const list = takesLists ? readMessageList(parameters, settings.defaultCountry) : undefined;
    if (list !== undefined)
      return list.map((request, place) => () => {
        const labelOf: LabelOf = (path) => formatPath(['messages', place, ...path]);
        return { request, files: [], labelOf, place };
      });
  } catch (error) {
    return [
      () => {
        throw asInputError(error);
      },
    ];
  }
  const readWhole = () => {
    if (parameters('operation') === 'reply' && !isAddressed(parameters)) throw nothingToAnswer();
    const { files, mediaIdOf } = filesToUpload(context, index);
    const request = readMessage(parameters, { ...settings, mediaIdOf });
    return { request, files: [...files], labelOf: labelsOf(parameters), place: 0 };
  };
  try {
    if (item.options().ifTooLong !== 'split') return [readWhole];
    const whole = readWhole();
    return splitMessage(whole.request, item.rules()).map((request, place) => () => ({
      ...whole,
      request,
      place,
    }));
  } catch {
    return [readWhole];
  }
}

/** Whether a reply names anybody: by default, it is addressed with the trigger's output. */
function isAddressed(parameters: Parameters): boolean {
  return ['channel', 'to'].some((name) => (asText(parameters(name)) ?? '') !== '');
}

function nothingToAnswer(): MessagingError {
  return new MessagingError({
    message: 'The item is no inbound message, so there is nobody to reply to',
    advice:
      'Connect the node behind a Messaging Service Trigger for inbound messages, or enter the channel, the sender and the recipient.',
    outcome: 'not_sent',
    code: 'nothing_to_answer',
  });
}

async function draftOf(
  context: IExecuteFunctions,
  item: Item,
  { request, files, labelOf, place }: Given,
): Promise<Omit<Draft, 'position'>> {
  const rules = item.rules();
  const { window, key, fallback: further } = item.options();
  const { request: checked, notes } = await checkWithNotes(request, labelOf, rules);
  checkFiles(context, item.index, checked, files);
  const fallback = await fallbackOf(further, checked, { labelOf, rules });
  checkWindowOfChannels(window, fallback);
  return {
    itemIndex: item.index,
    request: checked,
    fallback,
    files,
    compared: item.compare(checked),
    window,
    oddNumbers: oddNumbers(checked, rules.countryCode),
    notes: [...notes.map((note) => textOf(note)), ...(fallback?.notes ?? [])],
    // The first message has the item's key as it is, so that a list of one and a single message have the same.
    key: key === undefined || place === 0 ? key : `${key} messages[${place}]`,
  };
}
