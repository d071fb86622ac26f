import type { IExecuteFunctions } from 'n8n-workflow';

import { checkMessage, MessagingError, type Result } from '../../../../core/client';
import type { LabelOf } from '../../../../core/contract';
import { oddNumbers } from '../../../../core/contract/recipientNumber';
import { formatPath } from '../../../../core/contract/problem';
import { asText } from '../../../../core/reading';
import { addresseeOf, asInputError, type Addressee } from '../../errors';
import { labelsOf, readMessage, readMessageList } from '../../fields/readMessage';
import type { Parameters, ReadSettings } from '../../fields/read';
import { rulesOf, workflowSettings, comparisonWithList } from '../../fields/workflowSettings';
import { parametersOf } from '../../items';
import { checkFiles, filesToUpload } from '../../transport/upload';
import { readFallback, checkWindowOfChannels } from './fallback';
import { isValidateOnly, uploadFormOption } from '../../fields/options';
import { windowOptionReader } from '../../fields/sendingWindow';
import type { ItemOf } from '../results';
import type { Draft } from './draft';
import { keyReader } from './sentKeys';

/** The messages of a node, by their positions. */
export interface Drafts {
  drafts: Array<Result<Draft>>;
  itemOf: ItemOf;
  /** Whom each message is for, also if it breaks the contract. */
  addresseeOf: (position: number) => Addressee;
}

/**
 * Reads and checks the messages of all items before the first one is sent. Each item gives one message; with `takesLists` it may give
 * several, if its JSON is a MessageListRequest (specification 2.2).
 */
export async function draftAll(context: IExecuteFunctions, takesLists = false): Promise<Drafts> {
  const parameters = parametersOf(context);
  const settings = await workflowSettings(context);
  const keyOf = keyReader(context);
  const compare = comparisonWithList(settings);
  const windowOf = windowOptionReader(context);
  const items: number[] = [];
  const addressees: Addressee[] = [];
  const drafts: Array<Promise<Result<Draft>>> = [];
  for (const itemIndex of context.getInputData().keys()) {
    const ofItem = requestsOf(context, settings, itemIndex, parameters(itemIndex), takesLists);
    for (const request of ofItem) {
      const position = drafts.length;
      const read = () => {
        const given = request();
        addressees[position] = addresseeOf(given.request);
        return given;
      };
      drafts.push(
        draft(
          { position, itemIndex },
          { context, parameters: parameters(itemIndex), settings, keyOf, compare, windowOf },
          read,
        ),
      );
      items.push(itemIndex);
    }
  }
  return {
    drafts: await Promise.all(drafts),
    itemOf: (position) => items[position] ?? position,
    addresseeOf: (position) => addressees[position] ?? {},
  };
}

/** Reads a request of an item with the labels of its fields, or throws why it cannot be read. */
type ReadRequest = () => {
  request: unknown;
  files: string[];
  labelOf: LabelOf | undefined;
  /** Its position in the item's list. */
  place: number;
};

function requestsOf(
  context: IExecuteFunctions,
  settings: ReadSettings,
  itemIndex: number,
  parameters: Parameters,
  takesLists: boolean,
): ReadRequest[] {
  try {
    const list = takesLists ? readMessageList(parameters, settings.defaultCountry) : undefined;
    if (list !== undefined)
      return list.map((request, index) => () => {
        const labelOf: LabelOf = (path) => formatPath(['messages', index, ...path]);
        return { request, files: [], labelOf, place: index };
      });
  } catch (error) {
    return [
      () => {
        throw asInputError(error);
      },
    ];
  }
  return [
    () => {
      if (parameters('operation') === 'reply' && !isAddressed(parameters)) throw nothingToAnswer();
      const { files, mediaIdOf } = filesToUpload(context, itemIndex);
      uploadFormOption(context, itemIndex);
      const request = readMessage(parameters, { ...settings, mediaIdOf });
      return { request, files: [...files], labelOf: labelsOf(parameters), place: 0 };
    },
  ];
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

/** What the messages of an item are made with. */
interface Reading {
  context: IExecuteFunctions;
  parameters: Parameters;
  settings: ReadSettings;
  keyOf: ReturnType<typeof keyReader>;
  compare: ReturnType<typeof comparisonWithList>;
  windowOf: ReturnType<typeof windowOptionReader>;
}

async function draft(
  position: Pick<Draft, 'position' | 'itemIndex'>,
  { context, parameters, settings, keyOf, compare, windowOf }: Reading,
  readRequest: ReadRequest,
): Promise<Result<Draft>> {
  try {
    const { request, files, labelOf, place } = readRequest();
    const rules = rulesOf(settings, parameters);
    const checked = await checkMessage(request, labelOf, rules);
    checkFiles(context, position.itemIndex, checked, files);
    const window = windowOf(parameters);
    const fallback = await readFallback(parameters, checked, settings);
    checkWindowOfChannels(window, fallback);
    const value = {
      ...position,
      request: checked,
      fallback,
      files,
      compared: compare(parameters, checked),
      window,
      oddNumbers: oddNumbers(checked, rules.countryCode),
      validateOnly: isValidateOnly(parameters),
      key: keyOf(parameters, place),
    };
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error: asInputError(error) };
  }
}
