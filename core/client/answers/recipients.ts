import type { BatchMessage } from '../../contract';
import { asText, fieldsNamed } from '../../reading';
import {
  namesAnother,
  RECIPIENT_NAMES,
  readIdList,
  readListed,
  readMessageId,
  readOne,
  saysNo,
  type Reading,
  type readResults,
} from './rule';

/** What an answer says about a recipient. */
export interface RecipientReading {
  /** The number or name, as in the request; for the members of a group, as the answer names them. */
  address: string | undefined;
  reading: Reading;
}

export interface MessageReading {
  /** In the order of the request. */
  recipients: RecipientReading[];
  /** Whether the answer names another number, so that its entries may be in another order, or about other messages. */
  isAnother: boolean;
}

/** Reads what an answer says about each recipient of a message. */
export function readMessage(
  message: BatchMessage,
  raw: unknown,
  idField: string | undefined,
  read: (raw: unknown, idField?: string) => Reading = readOne,
): MessageReading {
  const asked = message.toList ?? [{ type: 'Number', address: message.to ?? undefined }];
  const whole = read(raw, idField);
  const all = (reading: Reading) => asked.map(({ address }) => ({ address, reading }));
  if (whole.verdict === 'rejected') return { recipients: all(whole), isAnother: false };
  const isOne = (message.toList ?? undefined) === undefined && readMessageId(raw, idField) !== undefined;
  const list = isOne ? undefined : readIdList(raw);
  const given = list?.map((entry) => readListed(entry, idField)) ?? [whole];
  if (asked.some(({ type }) => type === 'Group')) {
    const members = given.map((reading) => ({ address: readAddress(reading.raw), reading }));
    return { recipients: openShared([members], saysNo(raw)).flat(), isAnother: false };
  }
  const isAnother =
    namesAnother(raw, numbersOf(asked)) ||
    asked.some((each, index) => namesAnother(given[index]?.raw, numbersOf([each])));
  if (given.length !== asked.length) return { recipients: all(unknown(raw)), isAnother };
  const recipients = asked.map(({ address }, index) => ({ address, reading: given[index] ?? unknown(raw) }));
  return { recipients: openShared([recipients], saysNo(raw)).flat(), isAnother };
}

/** Reads the results of a batch, in the order of the request; undefined if they do not tell which result belongs to which message. */
export function readBatch(
  messages: readonly BatchMessage[],
  raw: unknown,
  { entries, areIds }: NonNullable<ReturnType<typeof readResults>>,
  idField: string | undefined,
): RecipientReading[][] | undefined {
  if (entries.length !== messages.length) return undefined;
  const read = areIds ? readListed : readOne;
  const given = messages.map((message, index) => readMessage(message, entries[index], idField, read));
  if (given.some(({ isAnother }) => isAnother)) return undefined;
  return openShared(
    given.map(({ recipients }) => recipients),
    saysNo(raw),
  );
}

/** The readings, with what is accepted left open where its ID is also that of another, or where the answer around them says no. */
function openShared(given: RecipientReading[][], isDenied: boolean): RecipientReading[][] {
  const ids = given.flat().flatMap(({ reading }) => reading.messageId ?? []);
  const seen = new Set<string>();
  const shared = new Set(ids.filter((id) => seen.size === seen.add(id).size));
  return given.map((recipients) =>
    recipients.map(({ address, reading }) => {
      const { messageId } = reading;
      const isOpen = messageId !== undefined && (isDenied || shared.has(messageId));
      return { address, reading: isOpen ? unknown(reading.raw) : reading };
    }),
  );
}

function unknown(raw: unknown): Reading {
  return { verdict: 'unknown', messageId: undefined, raw };
}

type Asked = { type: string; address: string | undefined };

function numbersOf(asked: readonly Asked[]): string[] | undefined {
  const numbers = asked.flatMap(({ type, address }) => (type === 'Number' ? (address ?? []) : []));
  return numbers.length === asked.length ? numbers : undefined;
}

function readAddress(entry: unknown): string | undefined {
  return fieldsNamed(entry, ...RECIPIENT_NAMES)
    .map(asText)
    .find((address) => address !== undefined);
}
