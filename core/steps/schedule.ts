import { attempt, failed, invalidField, type Skipped } from '../client';
import type { MessageRequest } from '../contract';
import { rule, said } from '../contract/sentences';
import { fault, type Fault } from '../errors/texts';
import {
  momentInZone,
  nextAllowed,
  readSendingWindow,
  shownInZone,
  WindowFault,
  type EnteredWindow,
  type SendingWindow,
  type WindowField,
} from '../sendingWindow';
import type { Outgoing } from './outgoing';

/** The field of the request goes by this name in errors. */
const NAME = 'sendingWindow';

/** @throws MessagingError `invalid_request` for a window that cannot be read */
export function readWindow(entered: EnteredWindow, labelOf: (field: WindowField) => string): SendingWindow {
  const window = readSendingWindow(entered);
  if (!(window instanceof WindowFault)) return window;
  const { field, rule: broken, got } = window;
  throw invalidField(`${NAME}.${field}`, said({ key: broken }), { label: labelOf(field), got });
}

export interface Schedule<M> {
  /** What the form calls the window. */
  label?: string | undefined;
  /** The window of a message; undefined if it may go out at any time. May throw MessagingError. */
  windowOf(message: M): Promise<SendingWindow | undefined>;
  /** When it is of no use any more to send a message, milliseconds since 1970. */
  deadlineOf?: ((message: M) => number | undefined) | undefined;
}

/** Plans messages for the next moment in their sending window. Those of a window that plans nothing are skipped. */
export async function schedule<M extends Outgoing>(
  messages: readonly M[],
  rules: Schedule<M>,
): Promise<void> {
  // Together: several calls that are made at once keep their order, however many messages each has.
  await Promise.all(
    messages.map(async (message) => {
      const judged = await attempt(() => scheduleOne(message, rules));
      message.result = judged.ok ? judged.value : failed(judged.error);
    }),
  );
}

const HAS_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * A message goes out at its own `sendDate`, or now. A `sendDate` without an offset is of the window's time zone, and goes out with one.
 * @throws MessagingError `invalid_request` if the window does not open within a year
 */
async function scheduleOne<M extends Outgoing>(
  message: M,
  { windowOf, label, deadlineOf }: Schedule<M>,
): Promise<Skipped | undefined> {
  const window = await windowOf(message);
  if (window === undefined) return undefined;
  const { moment, isLocal } = sendingMoment(message.request, window);
  // The service sends at once what should have been sent earlier.
  const wanted = Math.max(moment, Date.now());
  const opens = nextAllowed(window, wanted);
  if (opens === undefined) throw invalidField(NAME, rule('neverOpens'), { label });
  if (opens > wanted && window.outside === 'refuse')
    return outside(opens, fault('outside_window', { opens: shownWithZone(opens, window) }));
  const sendAt = opens > wanted ? opens : isLocal ? moment : undefined;
  if (sendAt !== undefined && sendAt >= (deadlineOf?.(message) ?? Infinity))
    return outside(sendAt, fault('outside_window.question', { opens: shownWithZone(sendAt, window) }));
  message.sendAt = sendAt === undefined ? undefined : new Date(sendAt).toISOString();
  return undefined;
}

function sendingMoment({ sendDate }: MessageRequest, window: SendingWindow) {
  const own = sendDate ?? undefined;
  const isLocal = own !== undefined && !HAS_OFFSET.test(own);
  const moment = own === undefined ? Date.now() : isLocal ? momentInZone(window, own) : Date.parse(own);
  return { moment, isLocal };
}

function outside(opens: number, reason: Fault): Skipped {
  return { outcome: 'outside_window', opensAt: new Date(opens).toISOString(), reason };
}

function shownWithZone(moment: number, window: SendingWindow): string {
  return `${shownInZone(window, moment)}, ${window.timeZone}`;
}
