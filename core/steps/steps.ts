import { asMessagingError, failed } from '../client';
import { exclude } from './exclude';
import { sendOnce, type Once } from './once';
import { open, wouldGoOut, type Outgoing } from './outgoing';
import { withinLimit, type RateLimit } from './rateLimit';
import { schedule, type Schedule } from './schedule';

/** What the steps of a message need; a platform leaves out those that its node does not have. */
export interface Steps<M extends Outgoing> {
  /** Gives the recipients on the exclude list; throws MessagingError if they cannot be compared with it. */
  exclude?: ((message: M) => Promise<readonly string[]>) | undefined;
  /** Throws MessagingError if all messages together are more than may go out. */
  limit?: ((messages: readonly M[]) => Promise<void>) | undefined;
  /** Gives `next` the messages whose turn has come. Without it, it is that of all. */
  pace?: ((messages: readonly M[], next: (turn: readonly M[]) => Promise<void>) => Promise<void>) | undefined;
  schedule?: Schedule<M> | undefined;
  once?: Once<M> | undefined;
  rateLimit?: RateLimit | undefined;
  /** Whether a message is sent here, and not by steps of its own for each of its channels, which have their schedule and rate limit. */
  isSentHere?: ((message: M) => boolean) | undefined;
  /** Uploads files; sets the result of a message whose file cannot be uploaded. */
  upload?: ((messages: readonly M[]) => Promise<void>) | undefined;
  /** Makes the call, and sets the results. Without it, messages are only checked, and end before once. */
  send?: ((messages: readonly M[]) => Promise<void>) | undefined;
}

/**
 * The steps of every message, in their order: exclude → limit → (its turn) schedule → once → rate limit → upload → send. Each sets the
 * result of the messages that it ends. The schedule is judged when the turn has come, as a pause between calls may be longer than a window.
 * A message that is only checked ends before once. It never rejects: if a step throws, its messages fail that have no result.
 */
export function takeSteps<M extends Outgoing>(messages: readonly M[], steps: Steps<M>): Promise<void> {
  const { pace = (all, next) => next(all) } = steps;
  return orFail(messages, async () => {
    // Of an earlier try.
    for (const message of messages) if (message.skipped !== undefined) message.skipped = undefined;
    if (steps.exclude !== undefined) await exclude(messages, steps.exclude);
    await steps.limit?.(open(messages));
    await pace(open(messages), (turn) => orFail(turn, () => takeTurn(turn, steps)));
  });
}

async function takeTurn<M extends Outgoing>(messages: readonly M[], steps: Steps<M>): Promise<void> {
  const { send } = steps;
  if (steps.schedule !== undefined)
    await schedule(send === undefined ? messages : sentHere(messages, steps), steps.schedule);
  if (send !== undefined) await sendOnce(open(messages), steps.once, (free) => goOut(free, steps, send));
  else for (const message of open(messages)) message.checked = wouldGoOut(message);
}

function sentHere<M extends Outgoing>(
  messages: readonly M[],
  { isSentHere = () => true }: Steps<M>,
): readonly M[] {
  return messages.filter(isSentHere);
}

async function goOut<M extends Outgoing>(
  messages: readonly M[],
  steps: Steps<M>,
  send: (messages: readonly M[]) => Promise<void>,
): Promise<void> {
  const { rateLimit, upload } = steps;
  const call = async () => {
    await upload?.(open(messages));
    const sent = open(messages);
    if (sent.length > 0) await orFail(sent, () => send(sent));
  };
  await (rateLimit === undefined ? call() : withinLimit(sentHere(messages, steps), rateLimit, call));
}

async function orFail<M extends Outgoing>(messages: readonly M[], step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    const result = failed(asMessagingError(error));
    for (const message of open(messages)) message.result = result;
  }
}
