import type { Channel, InboundEvent, ServiceEvent } from './events';
import { keywordOf } from './keyword';
import { comparableAddress } from './phoneNumber';

/** Which events start a flow. A filter that is left out, empty or holds only blanks lets everything through. */
export interface EventFilter {
  channels?: readonly Channel[];
  /** Who wrote. +41791234567, 0041791234567 and 41791234567 are the same number. */
  senders?: readonly string[];
  /** Which of our numbers was written to. */
  receivers?: readonly string[];
  /** First words of the text, in any case. */
  keywords?: readonly string[];
  /** Ids of interactive replies, exactly as given in the send request. */
  replyIds?: readonly string[];
  /** Whom the message of a status went to. */
  recipients?: readonly string[];
  /** Only states after which nothing follows. */
  finalOnly?: boolean;
}

/**
 * Whether an event starts a flow.
 *
 * `channels` concerns both kinds of events; one whose channel is not known passes. `senders`, `receivers`, `keywords` and `replyIds`
 * concern inbound messages: one that lacks what is filtered by does not pass. Keywords and reply ids are alternatives, as a message
 * holds the one or the other; all else must match together. `recipients` and `finalOnly` concern status notifications. Unknown events always pass:
 * nothing is lost for having an unexpected shape. So a filter is no protection; that is what the allow-list is for.
 */
export function matchesFilter(event: ServiceEvent, filter: EventFilter): boolean {
  if (event.event === 'unknown') return true;
  const channels = filter.channels ?? [];
  if (channels.length > 0 && event.channel !== undefined && !channels.includes(event.channel)) return false;
  if (event.event === 'status') {
    return (
      (filter.finalOnly !== true || event.final) &&
      isAmong(event.recipient, filter.recipients, comparableAddress)
    );
  }
  return (
    isAmong(event.from, filter.senders, comparableAddress) &&
    isAmong(event.to, filter.receivers, comparableAddress) &&
    matchesContent(event, filter)
  );
}

function matchesContent(event: InboundEvent, filter: EventFilter): boolean {
  const keywords = withoutBlanks(filter.keywords);
  const replyIds = withoutBlanks(filter.replyIds);
  if (keywords.length === 0 && replyIds.length === 0) return true;
  const { keyword, choice } = event;
  return (
    (keyword !== undefined && keywords.some((wanted) => keywordOf(wanted) === keyword)) ||
    (choice?.id !== undefined && replyIds.includes(choice.id))
  );
}

function isAmong(
  value: string | undefined,
  wanted: readonly string[] | undefined,
  comparable: (text: string) => string,
): boolean {
  const list = withoutBlanks(wanted);
  if (list.length === 0) return true;
  return value !== undefined && list.some((entry) => comparable(entry) === comparable(value));
}

function withoutBlanks(list: readonly string[] | undefined): readonly string[] {
  return list?.filter((entry) => entry.trim() !== '') ?? [];
}
