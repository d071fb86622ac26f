import { invalidField } from '../../core/client/outcome/errors';
import { channelNamed, channels as channelNames } from '../../core/contract/names';
import { valueShown } from '../../core/errors/texts';
import { labelOf } from '../../core/forms/labels';
import { listEntered } from '../../core/json';
import {
  impossibleEntry,
  USUAL_OPT_OUT_WORDS,
  type EventFilter,
  type OptOutFilter,
  type WantedKind,
} from '../../core/receive';
import { rule } from '../../core/contract/sentences';
import { lostRule, type Parameters } from '../parameters';
import { field, oneOf, readAdded, text, type Setting } from '../settings';

/** A list of texts, for one kind of events. */
function texts(
  name: string,
  label: string,
  shown: { event?: WantedKind; help: string; add: string; placeholder: string; exact?: true },
): Setting<string[]> {
  const { event = 'inbound', add, exact, ...look } = shown;
  const typeOptions = { multipleValues: true, multipleValueButtonText: add };
  const when = { '/event': [event, 'any'] };
  return {
    ...text(name, label, { ...look, usual: [], typeOptions, when }),
    read: (parameters) => textsIn(parameters, name, label, exact && ((given) => [given])),
  };
}

/**
 * A list: each of its entries can be an expression, which may give several texts, or all of it. One that finds nothing would let everything
 * through.
 * @param textsOf the texts in one, such as those between commas
 * @throws MessagingError that names the filter and the expression, also for an entry that is no text: without it, more would get through
 */
function textsIn(
  parameters: Parameters,
  name: string,
  label: string,
  textsOf: (given: unknown) => unknown[] = listEntered,
): string[] {
  const [value, entered] = [parameters(name), parameters.entered(name)];
  const entries: unknown[] = Array.isArray(entered) ? entered : [entered];
  const given = Array.isArray(entered) && Array.isArray(value) ? value : [value];
  return entries.flatMap((entry, index) => {
    const found = [given[index]]
      .flat(Infinity)
      .flatMap(textsOf)
      .flatMap((each) => {
        if (each === undefined || each === null) return [];
        if (typeof each !== 'string' && typeof each !== 'number')
          throw invalidField(name, rule('notText', { got: valueShown(each) }), { label });
        return String(each).trim() === '' ? [] : [String(each)];
      });
    const lost = lostRule(entry, found[0]);
    if (lost !== undefined) throw invalidField(name, lost, { label });
    return found;
  });
}

const unreadable = oneOf(
  'unreadable',
  'Unreadable Events',
  {
    drop: ['Drop', 'Filters cannot check them, so they start nothing'],
    pass: ['Pass On', 'They start the workflow, with all that was received'],
  },
  {
    usual: 'drop',
    help: 'What to do with events that are neither a message nor a status, or whose channel is unknown, if filters are set',
  },
);

const optOuts = oneOf<OptOutFilter>(
  'optOuts',
  'Opt-Outs',
  {
    only: ['Only Opt-Outs', 'Only messages that consist only of a word such as STOP or START'],
    none: ['No Opt-Outs', 'Only other messages'],
    all: 'All',
  },
  {
    ...{ usual: 'only', when: { '/event': ['inbound', 'any'] } },
    help: 'What to do with messages by which people refuse further messages, or allow them again',
  },
);

/** The words that count as an opt-in; an empty list stands for the usual ones. */
export const optInWords = texts('optInWords', 'Opt-In Words', {
  ...{ add: 'Add Word', placeholder: 'e.g. START' },
  help: `Words by which people allow messages again: the event then has optOut "start". If none is given: ${USUAL_OPT_OUT_WORDS.start.join(', ')}.`,
});
export const optOutWords = texts('optOutWords', 'Opt-Out Words', {
  ...{ add: 'Add Word', placeholder: 'e.g. STOP' },
  help: `Words by which people refuse messages: the event then has optOut "stop". The message must consist only of the word; case and accents do not matter. If none is given: ${USUAL_OPT_OUT_WORDS.stop.join(', ')}.`,
});

const CHANNELS = 'Channels';
const channels: Setting<string[]> = {
  ...field('multiOptions', 'channels', CHANNELS, {
    ...{ usual: [], options: channelNames.map((value) => ({ name: labelOf(value), value })) },
    help: 'Only events of these channels',
  }),
  read: (parameters) => textsIn(parameters, 'channels', CHANNELS).map((each) => channelNamed(each) ?? each),
};

const keywords = texts('keywords', 'Keywords', {
  ...{ add: 'Add Keyword', placeholder: 'e.g. STOP' },
  help: 'Only inbound messages that begin with one of these words, in upper or lower case',
});
const recipients = texts('recipients', 'Message Recipients', {
  ...{ event: 'status', add: 'Add Number', placeholder: 'e.g. +41791234567' },
  help: 'Only status notifications of messages to these numbers',
});
const receivers = texts('receivers', 'Receiving Numbers', {
  ...{ add: 'Add Number', placeholder: 'e.g. +41791234567' },
  help: 'Only inbound messages to these numbers of yours',
});
const replyIds = texts('replyIds', 'Reply IDs', {
  ...{ add: 'Add Reply ID', placeholder: 'e.g. confirm', exact: true },
  help: 'Only replies that choose the button or row with one of these IDs, exactly as given when sending',
});
const senders = texts('senders', 'Senders', {
  ...{ add: 'Add Number', placeholder: 'e.g. +41791234567' },
  help: 'Only inbound messages from these numbers',
});

/** All filters of the trigger, as the form shows them. */
export const filters = [channels, keywords, recipients, optOuts, receivers, replyIds, senders, unreadable];

/**
 * Which events start the workflow. A filter that the form no longer shows, because another event was chosen, is ignored.
 * @throws MessagingError for a choice that there is not, and for an entry that no event can match
 */
export function readFilter(given: Parameters, event: WantedKind): Omit<EventFilter, 'finalOnly'> {
  const read = <T>(filter: Setting<T>): T | undefined => {
    const events = filter.property.displayOptions?.show?.['/event'] ?? [event];
    return Array.isArray(events) && events.includes(event) ? readAdded(filter, given) : undefined;
  };
  const filter = {
    channels: read(channels),
    senders: read(senders),
    receivers: read(receivers),
    keywords: read(keywords),
    replyIds: read(replyIds),
    optOuts: read(optOuts),
    recipients: read(recipients),
    unreadable: read(unreadable) === 'pass',
  };
  const impossible = impossibleEntry(filter);
  if (impossible === undefined) return filter;
  const { label } = { channels, senders, receivers, recipients }[impossible.filter];
  throw invalidField(impossible.filter, impossible.rule, { label });
}
