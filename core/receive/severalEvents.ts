import { isRecord } from '../reading';
import { parseText } from './fields';
import { ENVELOPES, LISTS_OF_EVENTS, plainName } from './vocabulary';

/** The service does not send more at once. A longer list stays one body, so that nothing is lost. */
const MAX_EVENTS = 1000;
/** Lists are at the top, or in one or two envelopes. */
const MAX_DEPTH = 3;

/**
 * The bodies of several events in one body: a list, or a list with a usual name (`messages`, `events`). Each also gets the fields around the list.
 * A single event is the body itself.
 *
 * @param isEvent whether a body is a readable event; a list with another name counts only if all its entries are
 * @example bodiesIn({ channel: 'Sms', messages: [{ text: 'a' }, { text: 'b' }] }, isEvent)
 *   // [{ channel: 'Sms', text: 'a' }, { channel: 'Sms', text: 'b' }]
 */
export function bodiesIn(body: unknown, isEvent: (body: unknown) => boolean): unknown[] {
  const bodies = eventsIn(parseText(body), isEvent, 0);
  return bodies.length > 1 && bodies.length <= MAX_EVENTS ? bodies : [body];
}

/** The events of a list, or in the lists of an object; none if there is no list. An entry of a list that is no object is an event by itself. */
function eventsIn(value: unknown, isEvent: (body: unknown) => boolean, depth: number): unknown[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    if (value.length > MAX_EVENTS || !value.some(isRecord)) return [];
    return value.flatMap((each) => {
      const inner = eventsIn(each, isEvent, depth + 1);
      return inner.length > 1 ? inner : [each];
    });
  }
  if (!isRecord(value)) return [];
  const lists = new Map(
    Object.entries(value).flatMap(([name, inner]): Array<[string, unknown[]]> => {
      if (!Array.isArray(inner) && !isRecord(inner)) return [];
      const plain = plainName(name);
      const isNamed = LISTS_OF_EVENTS.has(plain);
      if (!isNamed && !ENVELOPES.has(plain)) return [];
      const events = eventsIn(inner, isEvent, depth + 1);
      return events.length > 0 && (isNamed || events.every(isEvent)) ? [[name, events]] : [];
    }),
  );
  if (lists.size === 0) return [];
  const around = Object.fromEntries(Object.entries(value).filter(([name]) => !lists.has(name)));
  return [...lists.values()].flat().map((event) => (isRecord(event) ? { ...around, ...event } : event));
}
