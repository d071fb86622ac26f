import { channelNamed, channels } from '../contract/names';
import { readNumber } from '../contract/phoneNumber';
import { rule } from '../contract/sentences';
import type { Sentence } from '../errors/sentence';
import type { EventFilter } from './eventFilter';

/** The first entry of a filter that no event can match, and what it must be. */
export interface ImpossibleEntry {
  filter: 'channels' | 'senders' | 'receivers' | 'recipients';
  rule: Sentence;
}

/** Finds an entry that was written with a mistake: nothing would start the flow, and nobody would know why. */
export function impossibleEntry(filter: EventFilter): ImpossibleEntry | undefined {
  for (const name of ['channels', 'senders', 'receivers', 'recipients'] as const) {
    for (const entry of filter[name] ?? []) {
      const got = JSON.stringify(entry);
      const broken = name === 'channels' ? channelFault(entry, got) : addressFault(entry, name, got);
      if (broken !== undefined) return { filter: name, rule: broken };
    }
  }
  return undefined;
}

function channelFault(entry: string, got: string): Sentence | undefined {
  return channelNamed(entry) === undefined
    ? rule('choice', { choices: channels.join(', '), got })
    : undefined;
}

/** As in an exclude list, a number without + or 00 has its country code from 11 digits on; below nine it is a short number. */
const NATIONAL = /^(?:0[1-9]\d{7,}|[1-9]\d{8,9})$/;

/** Names and short numbers can be addresses of events, too, but no national numbers; a recipient's number may be hidden in part (`+4179*`). */
function addressFault(entry: string, name: ImpossibleEntry['filter'], got: string): Sentence | undefined {
  const read = readNumber(entry);
  if ('number' in read) return NATIONAL.test(read.number) ? rule('number', { got }) : undefined;
  const [first, whole] = read.readings;
  if (first !== undefined && whole !== undefined) return rule('numberReadings', { first, whole, got });
  return entry.trim().startsWith('+') && name !== 'recipients' ? rule('number', { got }) : undefined;
}
