import type { InboundEvent, ServiceEvent } from './events';
import { beginsWith } from './keyword';
import { personKey } from '../contract/phoneNumber';
import { statusOfWord } from './vocabulary';

export type OptOutFilter = 'all' | 'only' | 'none';

/** Which events start a flow. A filter that is missing, empty or blank is ignored. */
export interface EventFilter {
  channels?: readonly string[];
  /** Who wrote. +41791234567, 0041791234567 and 41791234567 are the same number. */
  senders?: readonly string[];
  /** Which of our numbers was written to. */
  receivers?: readonly string[];
  /** What the text begins with: whole words, in any case. */
  keywords?: readonly string[];
  /** Ids of buttons or rows as in the send request, but for blanks around them. */
  replyIds?: readonly string[];
  /** Only messages by which people refuse or allow further messages (`only`), or none of them (`none`). */
  optOuts?: OptOutFilter;
  /** Recipients of the message that a status is about. */
  recipients?: readonly string[];
  /** Only final states, and unknown words of state, which may be final. */
  finalOnly?: boolean;
  /** Whether unreadable events pass although there are filters. */
  unreadable?: boolean;
}

/**
 * Whether an event starts a flow: it must match the keywords or the reply ids, as it has only one of them, and all other filters that its kind has.
 * An event without a filtered field does not pass, nor one of unknown kind if any filter but `finalOnly` is set, unless `unreadable` is set.
 * @example matchesFilter(event, { channels: ['Sms'], keywords: ['STOP'] })
 */
export function matchesFilter(event: ServiceEvent, filter: EventFilter): boolean {
  const lists = [filter.senders, filter.receivers, filter.keywords, filter.replyIds, filter.recipients];
  const channels = filter.channels ?? [];
  if (event.event === 'unknown') {
    const { optOuts = 'all' } = filter;
    const filters =
      channels.length > 0 || optOuts !== 'all' || lists.some((list) => withoutBlanks(list).length > 0);
    return !filters || filter.unreadable === true;
  }
  if (channels.length > 0 && !isOnOneOf(event.channel, channels, filter.unreadable)) return false;
  if (event.event === 'status') {
    const passesState =
      filter.finalOnly !== true || event.final || statusOfWord(event.statusText) === undefined;
    return passesState && isAmong(event.recipient, filter.recipients);
  }
  return (
    isAmong(event.from, filter.senders) &&
    isAmong(event.to, filter.receivers) &&
    matchesOptOut(event, filter) &&
    matchesContent(event, filter)
  );
}

function matchesOptOut({ optOut }: InboundEvent, { optOuts = 'all' }: EventFilter): boolean {
  return optOuts === 'all' || (optOut !== undefined) === (optOuts === 'only');
}

function matchesContent(event: InboundEvent, filter: EventFilter): boolean {
  const keywords = withoutBlanks(filter.keywords);
  const replyIds = withoutBlanks(filter.replyIds);
  if (keywords.length === 0 && replyIds.length === 0) return true;
  const { text, choice } = event;
  return (
    (text !== undefined && keywords.some((wanted) => beginsWith(text, wanted))) ||
    replyIds.some((wanted) => wanted.trim() === choice?.id)
  );
}

function isOnOneOf(channel: InboundEvent['channel'], wanted: readonly string[], unreadable = false): boolean {
  return channel === undefined || channel === 'other' ? unreadable : wanted.includes(channel);
}

function isAmong(address: string | undefined, wanted: readonly string[] | undefined): boolean {
  const list = withoutBlanks(wanted);
  if (list.length === 0) return true;
  return address !== undefined && list.some((entry) => personKey(entry) === personKey(address));
}

function withoutBlanks(list: readonly string[] | undefined): readonly string[] {
  return list?.filter((entry) => entry.trim() !== '') ?? [];
}
