import type { Duration } from '../duration';
import type { Seed } from '../seed/seed';
import type { FaultName } from '../service/faultNames';

export type { Duration, FaultName, Seed };
export type Channel = 'Sms' | 'Whatsapp' | 'Rcs';

/** How a sandbox for a test starts. Everything has a default. */
export interface CreateSandboxOptions {
  /** Port to listen on; 0 takes any free one. Default: 8026. */
  port?: number;
  /** What it starts with: a seed file, or the seed itself. */
  seed?: string | Seed;
  /** Where what people write is forwarded to, such as the URL of a trigger. Default: what the seed says, else Node-RED on this machine. */
  inboundUrl?: string;
  /** After how long a message is delivered; `manual` leaves it to `deliver`, `fail` and `delay`. Default: one second. */
  delivery?: Duration | 'manual';
}

/** A message that a flow sent, to one recipient. */
export interface SentMessage {
  messageId: string;
  channel: Channel;
  from: string;
  /** The number of the recipient, with a leading `+`. */
  to: string;
  customerid: string | null;
  /** What the person reads, one part per line: heading, text and footer, or the caption of a file. */
  text: string;
  /** The titles of the buttons that the person can tap. */
  buttons: string[];
  /** The titles of the rows that the person can choose. */
  rows: string[];
  state: 'Accepted' | 'Scheduled' | 'Sent' | 'Delayed' | 'Delivered' | 'Failed' | 'Expired';
  errorCode?: string;
  errorMessage?: string;
  /** The request as the flow sent it; in a batch, its own message. */
  request: unknown;
}

/** Matches messages for which all of it is true. */
export interface MessageFilter {
  to?: string;
  from?: string;
  channel?: Channel;
  customerid?: string;
  state?: SentMessage['state'];
  /** A part of the text, or a pattern. */
  text?: string | RegExp;
}

/** A message by itself or by its ID. */
export type MessageOrId = string | { messageId: string };

/** What a person answers: a text, or the title or ID of a button or row. */
export type Answer = string | { button: string } | { row: string };

/** A running sandbox, with what a test needs of it. */
export interface TestSandbox {
  /** Base URL of the service, such as `http://127.0.0.1:8026`. */
  readonly url: string;
  readonly credentials: { user: string; password: string };
  readonly clock: {
    /** The sandbox's time in milliseconds since 1970. */
    now(): number;
    /** Moves the clock forward; everything due by then happens at once. */
    advance(duration: Duration): void;
  };
  /** The messages so far, the oldest first, each as it is at this moment. */
  messages(filter?: MessageFilter): SentMessage[];
  /**
   * Waits for a message that this method has not returned yet, one that is there already included. Rejects when there is none within
   * `timeout` (default: 10 seconds), and says what came instead.
   */
  waitForMessage(filter?: MessageFilter, options?: { timeout?: Duration }): Promise<SentMessage>;
  /** The person answers a message. Resolves when the flow has taken the answer, and rejects when it refuses it. */
  reply(message: MessageOrId, answer: Answer): Promise<void>;
  /** A person writes to a number of the account: `sandbox.write('+41795550111', 'Hello')`. As `reply`. */
  write(from: string, text: string, options?: { channel?: Channel; to?: string }): Promise<void>;
  /** Delivers a message. Resolves when its report was sent to the flow, if the flow wants one. */
  deliver(message: MessageOrId): Promise<void>;
  /** Lets a message fail; as `deliver`. */
  fail(message: MessageOrId, error?: { code: string; message: string }): Promise<void>;
  /** Delays a message; as `deliver`. */
  delay(message: MessageOrId): Promise<void>;
  /** A fault of the next calls, `times` of them (default: one). */
  fault(kind: FaultName, times?: number): void;
  /** Forgets everything and restores what there was at the start. The clock goes on. */
  reset(): void;
  /** Stops the sandbox. */
  close(): Promise<void>;
}
