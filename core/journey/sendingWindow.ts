import { attempt, invalidField, MessagingError, type MessageResult } from '../client';
import type { MessageRequest } from '../contract';
import { jsonOf } from '../json';
import {
  momentInZone,
  nextAllowed,
  readSendingWindow,
  shownInZone,
  WindowFault,
  windowRules,
  type EnteredWindow,
  type SendingWindow,
  type WindowField,
} from '../sendingWindow';
import type { Addressed } from './doNotSendTo';
import type { Step } from './journey';

/** The field of the request goes by this name in errors. */
const NAME = 'sendingWindow';

/** Makes a function that reads windows, and remembers the last one: most messages of a node have the same. It throws MessagingError. */
export function windowReader(
  labelOf: (field: WindowField) => string,
): (entered: EnteredWindow) => SendingWindow {
  let last: { key: string; window: SendingWindow } | undefined;
  const read = (entered: EnteredWindow): SendingWindow => {
    const window = readSendingWindow(entered);
    if (!(window instanceof WindowFault)) return window;
    const { field, rule, got } = window;
    throw invalidField(`${NAME}.${field}`, windowRules[rule], { label: labelOf(field), got });
  };
  return (entered) => {
    const key = jsonOf(entered);
    if (key === undefined) return read(entered);
    if (last?.key !== key) last = { key, window: read(entered) };
    return last.window;
  };
}

/** When a message may go out. */
type Verdict =
  /** As its request says. */
  | { kind: 'asItIs' }
  | { kind: 'planned'; sendAt: string }
  /** Not before this moment, in milliseconds since 1970. */
  | { kind: 'refused'; opens: number };

const HAS_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Judges when a message goes out: at its own `sendDate`, or now. A `sendDate` without an offset is of the window's time zone, and goes out with one.
 * @throws MessagingError `invalid_request` if the window does not open within a year
 */
function verdictOn({ sendDate }: MessageRequest, window: SendingWindow, label?: string): Verdict {
  const now = Date.now();
  const own = sendDate ?? undefined;
  const isLocal = own !== undefined && !HAS_OFFSET.test(own);
  const asked = own === undefined ? now : isLocal ? momentInZone(window, own) : Date.parse(own);
  // The service sends at once what should have been sent earlier.
  const moment = Math.max(asked, now);
  const opens = nextAllowed(window, moment);
  if (opens === undefined) throw invalidField(NAME, 'does not open within a year', { label });
  if (opens > moment)
    return window.outside === 'refuse'
      ? { kind: 'refused', opens }
      : { kind: 'planned', sendAt: new Date(opens).toISOString() };
  return isLocal ? { kind: 'planned', sendAt: new Date(asked).toISOString() } : { kind: 'asItIs' };
}

export interface InSendingWindow<M> {
  /** What the form calls the window. */
  label?: string | undefined;
  /** The window of a message; undefined if it may go out at any time. May throw MessagingError. */
  windowOf(message: M): Promise<SendingWindow | undefined>;
  /** Called for a message that is planned; throws MessagingError if that is of no use. */
  planned?(message: M, sendAt: string, window: SendingWindow): void;
}

/** Plans messages for the next moment in their sending window. Those of a window that plans nothing fail with `OutsideWindow`. */
export function inSendingWindow<M extends Addressed<unknown>>(rules: InSendingWindow<M>): Step<M> {
  const judge = async (message: M): Promise<void> => {
    const { request } = message;
    const window = request && (await rules.windowOf(message));
    if (request === undefined || window === undefined) return;
    const verdict = verdictOn(request, window, rules.label);
    if (verdict.kind === 'refused') throw new OutsideWindow(verdict.opens, window);
    message.sendAt = verdict.kind === 'planned' ? verdict.sendAt : undefined;
    if (message.sendAt !== undefined) rules.planned?.(message, message.sendAt, window);
  };
  return async (messages, next) => {
    // Together: several calls that are made at once keep their order, however many messages each has.
    const verdicts = await Promise.all(messages.map((message) => attempt(() => judge(message))));
    for (const [index, message] of messages.entries()) {
      const verdict = verdicts[index];
      if (verdict?.ok === false) message.result = verdict;
    }
    await next(messages.filter((_message, index) => verdicts[index]?.ok));
  };
}

/**
 * Sends a message on one of its channels as its window allows.
 * @throws MessagingError `outside_window` outside of a window that plans nothing
 */
export async function sendInWindow(
  request: MessageRequest,
  window: SendingWindow | undefined,
  send: (request: MessageRequest) => Promise<MessageResult>,
): Promise<MessageResult> {
  if (window === undefined) return send(request);
  const verdict = verdictOn(request, window);
  if (verdict.kind === 'refused') throw new MessagingError(notInWindow(closedUntil(verdict.opens, window)));
  if (verdict.kind === 'asItIs') return send(request);
  const { sendAt: sendDate } = verdict;
  return { ...(await send({ ...request, sendDate })), sendDate };
}

/** The error of a message that nobody gets because its window is closed. */
export class OutsideWindow extends MessagingError {
  constructor(
    /** Milliseconds since 1970. */
    readonly opens: number,
    window: SendingWindow,
  ) {
    super(notInWindow(closedUntil(opens, window)));
  }
}

function closedUntil(opens: number, window: SendingWindow): string {
  return `The sending window is closed until ${shownWithZone(opens, window)}`;
}

/**
 * What a question that was planned for too late ends with.
 * @throws MessagingError `outside_window` if it would go out after `until` (milliseconds since 1970), when nobody waits for its answer
 */
export function checkPlannedInTime(sendAt: string, until: number, window: SendingWindow): void {
  const moment = Date.parse(sendAt);
  if (moment < until) return;
  const time = shownWithZone(moment, window);
  throw new MessagingError(notInWindow(`The question would go out on ${time}, after its time limit`));
}

function notInWindow(message: string) {
  const advice = 'Send it in the window, or change the window.';
  return { message, advice, outcome: 'outside_window', code: 'outside_window' } as const;
}

function shownWithZone(moment: number, window: SendingWindow): string {
  return `${shownInZone(window, moment)}, ${window.timeZone}`;
}
