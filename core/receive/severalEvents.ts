import { isRecord } from '../reading';
import { ENVELOPES, LISTS_OF_EVENTS, plainName } from './vocabulary';

/** The service does not send more at once; more are refused, as a trigger remembers no more (`REMEMBERED_EVENTS`). */
export const MOST_EVENTS = 1000;
/** Lists are at the top, or in one or two envelopes. */
const MAX_DEPTH = 3;

/**
 * The bodies of several events in one body: a list, or a list with a usual name (`messages`, `events`). Each also gets the fields around the list.
 * A single event is the body itself.
 * @example bodiesIn({ channel: 'Sms', messages: [{ text: 'a' }, { text: 'b' }] })
 *   // [{ channel: 'Sms', text: 'a' }, { channel: 'Sms', text: 'b' }]
 */
export function bodiesIn(body: unknown): unknown[] {
  const bodies = eventsIn(body, 0);
  return bodies.length > 1 ? bodies : [body];
}

/** The events of a list, or in the lists of an object; none if there is no list. An entry of a list that is no object is an event by itself. */
function eventsIn(value: unknown, depth: number): unknown[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    if (!value.some(isRecord)) return [];
    return value.flatMap((each) => {
      const inner = eventsIn(each, depth + 1);
      return inner.length > 1 ? inner : [each];
    });
  }
  if (!isRecord(value)) return [];
  const around: Record<string, unknown> = {};
  const events: unknown[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const plain = plainName(name);
    const mayHold = LISTS_OF_EVENTS.has(plain) || (isRecord(inner) && ENVELOPES.has(plain));
    const found = mayHold ? eventsIn(inner, depth + 1) : [];
    if (found.length === 0) around[name] = inner;
    else events.push(...found);
  }
  // With what is around them, so many could fill the memory.
  if (events.length > MOST_EVENTS) return events;
  const fields = Object.entries(around);
  // Its own fields come first, also where the others are written in another way. Not by spreading, which takes 10 times as long for many fields.
  return events.map((event) => {
    if (!isRecord(event)) return event;
    const others = fields.filter(([name]) => !Object.hasOwn(event, name));
    return Object.fromEntries([...Object.entries(event), ...others]);
  });
}
