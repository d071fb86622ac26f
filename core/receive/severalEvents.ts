import { isRecord } from '../reading';
import { parseText } from './fields';
import { ENVELOPES, LISTS_OF_EVENTS, plainName } from './vocabulary';

/** More than a service sends at once; a longer list stays one body, of which nothing is lost. */
const MAX_EVENTS = 1000;
/** Lists stand at the top, or in an envelope or two. */
const MAX_DEPTH = 4;

type Fields = Record<string, unknown>;

/**
 * The bodies of the events that a body holds, in order: a list, or one under a usual name (`messages`, `events`). Each has what stands
 * around the list as well, such as a channel that is named once for all.
 *
 * @param isEvent whether a body is one that can be read; a list under any other name of an envelope is one of events only if all of it is
 * @returns the body itself where it holds one event
 * @example bodiesIn({ channel: 'Sms', messages: [{ text: 'a' }, { text: 'b' }] }, isEvent)
 *   // [{ channel: 'Sms', text: 'a' }, { channel: 'Sms', text: 'b' }]
 */
export function bodiesIn(body: unknown, isEvent: (body: unknown) => boolean): unknown[] {
  const bodies = eventsIn(parseText(body), isEvent, 0);
  return bodies.length > 1 && bodies.length <= MAX_EVENTS ? bodies : [body];
}

/** The events of a list, or in the lists of an object; none where there is no list. */
function eventsIn(value: unknown, isEvent: (body: unknown) => boolean, depth: number): Fields[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    if (value.length > MAX_EVENTS || !value.every(isRecord)) return [];
    return value.flatMap((each) => {
      const inner = eventsIn(each, isEvent, depth + 1);
      return inner.length > 1 ? inner : [each];
    });
  }
  if (!isRecord(value)) return [];
  const lists = new Map(
    Object.entries(value).flatMap(([name, inner]): Array<[string, Fields[]]> => {
      const plain = plainName(name);
      const isNamed = LISTS_OF_EVENTS.has(plain);
      if (!isNamed && !ENVELOPES.has(plain)) return [];
      const events = eventsIn(inner, isEvent, depth + 1);
      return events.length > 0 && (isNamed || events.every(isEvent)) ? [[name, events]] : [];
    }),
  );
  const around = Object.fromEntries(Object.entries(value).filter(([name]) => !lists.has(name)));
  return [...lists.values()].flat().map((event) => ({ ...around, ...event }));
}
