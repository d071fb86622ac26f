import { randomUUID } from 'node:crypto';
import type { ServiceAccount } from './account';
import { BoundedList } from './boundedList';
import { outcomeFor, type State } from './outcomes';
import { smsPages, type SmsPages } from './smsPages';
import type { WebhookFault } from '../service/faults';
import { parseSendDate, timestamp, type ServiceVersion } from '../service/dates';
import type { Message, Notification, NotificationEvent, ToAddress } from '../service/wire';

/** A message to one recipient, as the sandbox stores it. Times are milliseconds since 1970. */
export interface SandboxMessage extends Pick<Message, 'channel' | 'from' | 'content'> {
  messageId: string;
  /** Position in the order of all messages, sent and received. */
  sequence: number;
  /** `x-service-request-id` of the request that sent it. */
  requestId: string;
  messageListId?: string;
  version: ServiceVersion;
  /** The number of the recipient, with a leading `+`. */
  to: string;
  /** The recipient as the request names it. */
  recipient: ToAddress;
  customerid: string | null;
  /** The request as it was sent; in a batch, its own message. */
  request: unknown;
  notification?: Notification;
  /** SMS only. */
  sms?: SmsPages;
  points: number;
  /** The fault of its notifications. */
  webhookFault?: WebhookFault;
  state: State;
  errorCode?: string;
  errorMessage?: string;
  acceptedAt: number;
  sendAt?: number;
  /** When the state last changed. */
  changedAt: number;
  history: { state: State; at: number }[];
}

/** A message that is about to be accepted, with what is known about its request. */
export interface Submission {
  message: Message;
  notification?: Notification;
  request: unknown;
  requestId: string;
  version: ServiceVersion;
  messageListId?: string;
  webhookFault?: WebhookFault;
}

export const SEVEN_DAYS = 7 * 24 * 60 * 60 * 1000;

/** The events of chapter 2.6 by the state that a message reaches. */
const NOTIFIED: Partial<Record<State, NotificationEvent[]>> = {
  Delivered: ['SuccessOnly', 'FinalOnly', 'All'],
  Failed: ['FinalOnly', 'All', 'ErrorOnly'],
  Expired: ['FinalOnly', 'All', 'ErrorOnly'],
  Delayed: ['All'],
};

/** The price of a message for each recipient: a point per page of an SMS, one point on the other channels (own choice). */
export function priceInPoints(message: Message, pageLimit: number): number {
  return countSmsPages(message, pageLimit)?.pages ?? 1;
}

function countSmsPages({ channel, content }: Message, pageLimit: number): SmsPages | undefined {
  return channel === 'Sms' && content.type === 'Text' ? smsPages(content, pageLimit) : undefined;
}

/** The messages of the account, from accepted to delivered. */
export class Messages {
  private readonly list: BoundedList<SandboxMessage>;
  private readonly byId = new Map<string, SandboxMessage>();
  private readonly byBatch = new Map<string, string[]>();
  private readonly nextSteps = new Map<string, () => void>();

  constructor(
    private readonly account: ServiceAccount,
    limit: number,
  ) {
    this.list = new BoundedList(limit, (oldest) => this.forget(oldest));
  }

  get count(): number {
    return this.list.length;
  }

  /** Restores messages of an earlier run, in the order of their sequence numbers. */
  restore(messages: SandboxMessage[]): void {
    for (const message of messages) {
      this.keep(message);
      this.planNextStep(message);
    }
  }

  /** Accepts a message, with one entry per recipient. */
  accept(submission: Submission): SandboxMessage[] {
    return this.account.addressBook
      .resolveRecipients(submission.message)
      .map(({ recipient, to }) => this.acceptFor(submission, recipient, to));
  }

  get(messageId: string): SandboxMessage | undefined {
    return this.byId.get(messageId);
  }

  /** Messages of a batch in the order of the request; none if there is no such batch. */
  inBatch(messageListId: string): SandboxMessage[] {
    const ids = this.byBatch.get(messageListId) ?? [];
    return ids.map((id) => this.byId.get(id)).filter((message) => message !== undefined);
  }

  /** The first message with a higher sequence number. */
  after(sequence: number): SandboxMessage | undefined {
    return this.list.firstOfNewest((message) => message.sequence > sequence);
  }

  all(): SandboxMessage[] {
    return this.list.all();
  }

  clear(): void {
    this.list.clear();
  }

  /**
   * Moves a message to a state, and pushes the requested notifications. A final state stays, and a scheduled message can only become sent.
   * @returns Whether the message could reach that state.
   */
  setState(message: SandboxMessage, state: State, error?: { code: string; message: string }): boolean {
    if (isFinal(message.state) || message.state === state) return false;
    if (message.state === 'Scheduled' && state !== 'Sent') return false;
    this.callOff(message);
    message.state = state;
    message.changedAt = this.account.clock.now();
    message.history.push({ state, at: message.changedAt });
    message.errorCode = error?.code;
    message.errorMessage = error?.message;
    this.account.changes.announce({ kind: 'message', message });
    this.notify(message);
    this.planNextStep(message);
    return true;
  }

  private acceptFor(submission: Submission, recipient: ToAddress, to: string): SandboxMessage {
    const { message, notification, request, requestId, version, messageListId, webhookFault } = submission;
    const now = this.account.clock.now();
    const sendAt = typeof message.sendDate === 'string' ? parseSendDate(message.sendDate) : undefined;
    const sms = countSmsPages(message, this.account.settings.pageLimit);
    const state = sendAt !== undefined && sendAt > now ? 'Scheduled' : 'Accepted';
    const accepted: SandboxMessage = {
      messageId: randomUUID(),
      sequence: this.account.nextSequence(),
      requestId,
      messageListId,
      version,
      channel: message.channel,
      from: message.from,
      to,
      recipient,
      customerid: message.customerid ?? null,
      content: message.content,
      request,
      notification,
      sms,
      points: sms?.pages ?? 1,
      webhookFault,
      state,
      acceptedAt: now,
      sendAt,
      changedAt: now,
      history: [{ state, at: now }],
    };
    this.keep(accepted);
    this.account.changes.announce({ kind: 'message', message: accepted });
    this.planNextStep(accepted);
    return accepted;
  }

  private keep(message: SandboxMessage): void {
    this.byId.set(message.messageId, message);
    if (message.messageListId !== undefined) {
      const batch = this.byBatch.get(message.messageListId);
      if (batch) batch.push(message.messageId);
      else this.byBatch.set(message.messageListId, [message.messageId]);
    }
    this.list.push(message);
  }

  private forget(message: SandboxMessage): void {
    this.callOff(message);
    this.byId.delete(message.messageId);
    if (message.messageListId !== undefined) this.byBatch.delete(message.messageListId);
  }

  private callOff({ messageId }: SandboxMessage): void {
    this.nextSteps.get(messageId)?.();
    this.nextSteps.delete(messageId);
  }

  private planNextStep(message: SandboxMessage): void {
    const step = this.findNextStep(message);
    if (step === undefined) return;
    const callOff = this.account.clock.after(step.wait, () => {
      this.nextSteps.delete(message.messageId);
      this.setState(message, step.state, step.error);
    });
    this.nextSteps.set(message.messageId, callOff);
  }

  private findNextStep(message: SandboxMessage): NextStep | undefined {
    const { automaticDelivery } = this.account.settings;
    if (message.state === 'Scheduled')
      return { state: 'Sent', wait: (message.sendAt ?? 0) - this.account.clock.now() };
    if (message.state === 'Accepted') return { state: 'Sent', wait: 0 };
    if (isFinal(message.state)) return undefined;
    const person = this.account.addressBook.personAt(message.to);
    const { states, error, lastAfter } = outcomeFor(message.to, message, person);
    const next = states[states.indexOf(message.state) + 1];
    if (next === undefined || automaticDelivery === 'manual')
      return { state: 'Expired', wait: SEVEN_DAYS, error: EXPIRED };
    const wait = next === states.at(-1) ? (lastAfter ?? automaticDelivery) : automaticDelivery;
    return { state: next, wait, error: next === 'Failed' ? error : undefined };
  }

  private notify(message: SandboxMessage): void {
    const { notification } = message;
    if (
      notification === undefined ||
      !NOTIFIED[message.state]?.includes(notification.forEvent ?? 'SuccessOnly')
    )
      return;
    for (const target of notification.addresses) {
      void this.account.pushes.send(
        'notification',
        message.messageId,
        target,
        statusNotification(message),
        message.webhookFault,
      );
    }
  }
}

interface NextStep {
  state: State;
  wait: number;
  error?: { code: string; message: string };
}

const EXPIRED = { code: 'Expired', message: 'Not delivered within seven days.' };

function isFinal(state: State): boolean {
  return state === 'Delivered' || state === 'Failed' || state === 'Expired';
}

/** The body of a status notification (own choice of the fields, see `StatusNotification` in openapi.yaml). */
function statusNotification(message: SandboxMessage): object {
  return {
    messageId: message.messageId,
    status: message.state,
    channel: message.channel,
    from: message.from,
    to: message.to,
    customerid: message.customerid,
    timestamp: timestamp(message.changedAt, message.version),
    errorCode: message.errorCode ?? null,
    errorMessage: message.errorMessage ?? null,
  };
}
