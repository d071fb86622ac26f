import type { ServiceAccount } from '../state/account';
import type { Call } from '../state/callLog';
import type { InboundInput, InboundMessage } from '../state/inbound';
import type { SandboxMessage } from '../state/messages';
import type { Push } from '../state/pushes';
import type { Settings } from '../options';
import type { InboundRequest, StateRequest } from './schemas';

/** What a test or the phone page can see and do. The same is available over HTTP below `/sandbox`. */
export interface Controls {
  /** The messages that were accepted, oldest first: one per recipient. */
  messages(): SandboxMessage[];
  /** Waits for the next accepted message that this method has not returned yet. Rejects after `timeout` milliseconds (default 30,000). */
  nextMessage(timeout?: number): Promise<SandboxMessage>;
  /**
   * A person writes to the account or chooses a button or row: forwarded to the inbound URL. Resolves after the first attempt; `push` has
   * the answer to it and is missing if no URL is set.
   */
  receive(request: InboundRequest): Promise<{ inbound: InboundMessage; push?: Push }>;
  /** The inbound messages, oldest first. */
  received(): InboundMessage[];
  /** Delivers, fails or delays a message. False if there is no such message or its state is final. */
  setState(
    messageId: string,
    state: StateRequest['state'],
    error?: { code: string; message: string },
  ): boolean;
  /** Status notifications and forwarded inbound messages with every attempt, oldest first. */
  pushes(): Push[];
  /** The last calls to the service and from it, oldest first; Authorization is hidden. */
  calls(): Call[];
  settings(): Settings;
  /** Changes the given settings. */
  change(settings: Partial<Settings>): Settings;
  /** Moves the sandbox's clock forward; everything due in between happens at once. */
  advanceClock(milliseconds: number): void;
  /** The sandbox's time in milliseconds since 1970. */
  now(): number;
  /** Waits until the probe returns something; it is called after every change. Rejects after `timeout` milliseconds (default 30,000). */
  until<Found>(probe: () => Found | undefined | false, timeout?: number): Promise<Found>;
  /** Deletes all messages, calls and media and restores the initial settings. */
  reset(): void;
}

/** Node.js and the platforms take long to start on a busy machine. */
const PATIENCE = 30_000;

/** The controls of one account. */
export function controlsOf(account: ServiceAccount): Controls {
  let handedOut = 0;
  const until = async <Found>(probe: () => Found | undefined | false, timeout = PATIENCE): Promise<Found> => {
    const found = await account.changes.until(() => probe() || undefined, timeout);
    if (found === undefined) throw new Error(`The sandbox waited ${timeout} milliseconds without success.`);
    return found;
  };
  return {
    until,
    messages: () => account.messages.all(),
    nextMessage: async (timeout) => {
      const message = await until(() => account.messages.after(handedOut), timeout);
      handedOut = message.sequence;
      return message;
    },
    receive: (request) => account.inbound.receive(inboundOf(request)),
    received: () => account.inbound.all(),
    setState: (messageId, state, error) => {
      const message = account.messages.get(messageId);
      return message !== undefined && account.messages.setState(message, state, error);
    },
    pushes: () => account.pushes.all(),
    calls: () => account.calls.all(),
    settings: () => account.settings,
    change: (settings) => account.change(settings),
    advanceClock: (milliseconds) => {
      account.clock.advance(milliseconds);
      account.changes.announce({ kind: 'clock', now: account.clock.now() });
    },
    now: () => account.clock.now(),
    reset: () => account.reset(),
  };
}

function inboundOf({ text, reply, ...rest }: InboundRequest): InboundInput {
  return {
    ...rest,
    content: reply ? { type: 'InteractiveReply', reply } : { type: 'Text', text: text ?? '' },
  };
}
