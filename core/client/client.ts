import type { MessageRequest } from '../contract';
import { fault } from '../errors/texts';
import { present } from '../reading';
import {
  defaultVersion,
  endpointUrl,
  pathOf,
  pathSegment,
  versionHeaders,
  type AccountSettings,
} from './calls/account';
import {
  answerError,
  statusError,
  readAnswer,
  readFault,
  readPoints,
  refusal,
  type Answer,
} from './answers/answers';
import { attempt } from './outcome/attempt';
import { asMessagingError, MessagingError, nothingSent } from './outcome/errors';
import { buildUpload, type MediaFile, type UploadForm } from './request/media';
import { fromTransportFailure } from './calls/networkFailure';
import { batchResults, messageResult, withoutCutPart } from './answers/results';
import { failed, type Accepted, type Failed } from './outcome/result';
import { USUAL_RETRIES, withRetry, type CallOptions } from './calls/retry';
import { LONGEST_MS } from './calls/sleep';
import { isServiceError, readBatchId, readMediaId, readOne, readResults, saysNo } from './answers/rule';
import { readMessageStatus, statusIn, type MessageStatus } from './answers/statusAnswer';
import type { Transport, TransportRequest } from './calls/transport';

export interface ClientSettings {
  account: AccountSettings;
  transport: Transport;
  /** How long to wait for an answer, in milliseconds. */
  timeoutMs?: number;
  retries?: number;
}

export interface StatusQueryOptions extends CallOptions {
  /** The recipient of the message, if it is known: an answer about another one does not count. */
  recipient?: string | undefined;
}

export type StatusResult = MessageStatus & { requestId: string | undefined };

/** Status of a message of a batch; `error` if all that the service tells is why it refused the message. */
export type BatchMessageStatus = MessageStatus & { error?: ReturnType<MessagingError['toData']> };

/** The answer behind a result. */
interface Answered {
  /** ID of the request, to quote to support. */
  requestId: string | undefined;
  /** The answer of the service. */
  raw: unknown;
}

export interface BatchStatusResult extends Answered {
  /** The batch that was asked about. */
  batchId: string;
  /** The status of each message, as for a single message. */
  messages: BatchMessageStatus[];
}

export interface BalanceResult extends Answered {
  /** The points that are left; missing if the answer contains no number. */
  points: number | undefined;
}

export interface UploadResult extends Answered {
  /** The ID with which the file can be sent. */
  mediaId: string;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * The service's operations over an injected transport. Sending never throws; every other method throws only MessagingError.
 * @example
 * const account = { baseUrl: 'https://example.com', version: 2, versionIn: 'path' } as const;
 * const client = new Client({ account, transport });
 * const { points } = await client.balance();
 */
export class Client {
  private readonly account: AccountSettings;
  private readonly transport: Transport;
  private readonly timeoutMs: number;
  private readonly retries: number;

  constructor(settings: ClientSettings) {
    this.account = settings.account;
    this.transport = settings.transport;
    // 16.1 seconds are 16100.000000000002 ms, and timers take whole numbers.
    this.timeoutMs = Math.min(Math.ceil(settings.timeoutMs ?? DEFAULT_TIMEOUT_MS), LONGEST_MS);
    this.retries = settings.retries ?? USUAL_RETRIES;
  }

  /**
   * Sends one message to one or several recipients (specification 4, `POST /api/message`).
   * @example
   * const content = { type: 'Text', text: 'Your parcel arrives today.' };
   * const message = await checkMessage({ channel: 'Sms', from: 'MyCompany', to: '+41791234567', content });
   * const result = await client.send(message);
   * if (result.outcome === 'failed') console.log(result.error.outcome); // rejected, not_sent or unknown
   */
  async send(message: MessageRequest, options: CallOptions = {}): Promise<Accepted | Failed> {
    const answer = await attempt(() => this.post('message', withoutCutPart(message), options));
    return answer.ok ? messageResult(message, answer.value) : failed(answer.error);
  }

  /**
   * Sends several messages in one call (specification 2.2), with the notification of the first one: `batchCalls` says which
   * messages can go together. Results are in the order of the messages; if the call fails, all have the same error.
   */
  async sendBatch(
    requests: readonly MessageRequest[],
    options: CallOptions = {},
  ): Promise<Array<Accepted | Failed>> {
    const [first] = requests;
    if (first === undefined) return [];
    const answer = await attempt(() =>
      this.post(pathOf(this.account, 'batch'), batchOf(requests, first), options),
    );
    if (answer.ok) return batchResults(requests, answer.value);
    const result = failed(answer.error);
    return requests.map(() => result);
  }

  /** Status of a message, up to seven days after it was sent (specification 4, `GET /api/message/{messageId}`). */
  async messageStatus(messageId: string, options: StatusQueryOptions = {}): Promise<StatusResult> {
    const asked = { messageId, recipient: options.recipient, idField: this.account.messageIdField };
    const call = () => this.get(`message/${pathSegment('messageId', messageId)}`);
    const read = (answer: Answer) => {
      const status = readMessageStatus(answer.raw, asked);
      const { messageId: named } = statusIn(answer.raw, asked.idField);
      if (named === undefined && status.statusText === '') throwIfRefused(answer);
      return status;
    };
    return this.ask(call, read, options, 'not_found.id');
  }

  /** Status of every message of a batch (service facts: `GET <batch path>/{messageListId}`). */
  async batchStatus(batchId: string, options: CallOptions = {}): Promise<BatchStatusResult> {
    const call = () => this.get(`${pathOf(this.account, 'batch')}/${pathSegment('batchId', batchId)}`);
    const read = (answer: Answer) => {
      const named = readBatchId(answer.raw);
      // An answer about another batch is passed on whole.
      const isAsked = named === undefined || named === batchId.trim();
      const entries = isAsked ? (readResults(answer.raw) ?? []) : [];
      if (named === undefined && entries.length === 0) throwIfRefused(answer);
      // An entry that is nothing but an ID has no other field.
      const messages = entries.map(({ raw, messageId }) =>
        present({ messageId, ...readEntryStatus(raw, answer) }),
      );
      return { batchId, messages };
    };
    return this.ask(call, read, options, 'not_found.batch');
  }

  /** Points left on the account (specification 4, account balance). */
  balance(options: CallOptions = {}): Promise<BalanceResult> {
    const call = () => this.get(pathOf(this.account, 'balance'));
    const read = (answer: Answer) => {
      const points = readPoints(answer.raw);
      if (points === undefined) throwIfRefused(answer);
      return { points };
    };
    return this.ask(call, read, options);
  }

  /** Uploads a file and returns the id that contents name as `mediaId` (specification 4, `POST /api/v2/media`). */
  uploadMedia(
    file: MediaFile,
    form: UploadForm = 'multipart',
    options: CallOptions = {},
  ): Promise<UploadResult> {
    const { headers, body } = buildUpload(file, form);
    // Media exist in version 2 only (specification 4), whatever the account's version.
    const account = { ...this.account, ...defaultVersion };
    const call = (): Call => ({ method: 'POST', url: endpointUrl(account, 'media'), headers, body });
    const read = (answer: Answer) => {
      if (saysNo(answer.raw)) throw refusal(answer);
      const mediaId = readMediaId(answer.raw);
      if (mediaId !== undefined) return { mediaId };
      throw answerError(fault('unreadable_answer.noMediaId'), answer);
    };
    return this.ask(call, read, options);
  }

  /** A call that sends messages. If the service refuses all of it, that is an error, whatever the status. */
  private async post(path: string, body: unknown, options: CallOptions): Promise<Answer> {
    const headers = { ...versionHeaders(this.account), 'Content-Type': 'application/json; charset=utf-8' };
    const url = endpointUrl(this.account, path);
    const answer = await this.call({ method: 'POST', url, headers, body: JSON.stringify(body) }, options);
    if (readOne(answer.raw, answer.messageIdField).verdict === 'rejected') throw refusal(answer);
    return answer;
  }

  private get(path: string): Call {
    return { method: 'GET', url: endpointUrl(this.account, path), headers: versionHeaders(this.account) };
  }

  /**
   * A call that sends no message: however it fails, no message was sent.
   * @param notFound what 404 means, if it is about the ID in the query
   */
  private async ask<T extends object>(
    request: () => Call,
    read: (answer: Answer) => T,
    options: CallOptions,
    notFound?: 'not_found.id' | 'not_found.batch',
  ): Promise<T & Answered> {
    try {
      const answer = await this.call(request(), options);
      return { ...read(answer), requestId: answer.requestId, raw: answer.raw };
    } catch (thrown) {
      const error = asMessagingError(thrown);
      const { status, requestId, retryAfterMs, raw } = error;
      if (notFound === undefined || status !== 404) throw nothingSent(error);
      const answer = { status, requestId, retryAfterMs, raw };
      throw nothingSent(answerError(fault(notFound), answer, readFault(raw)));
    }
  }

  private call(request: Call, options: CallOptions): Promise<Answer> {
    const { signal, retries = this.retries } = options;
    const headers = { ...request.headers, Accept: 'application/json' };
    const whole: TransportRequest = { ...request, headers, timeoutMs: this.timeoutMs, signal };
    return withRetry(() => this.callOnce(whole), retries, options);
  }

  private async callOnce(request: TransportRequest): Promise<Answer> {
    const { messageIdField } = this.account;
    if (request.signal?.aborted === true) throw new MessagingError(fault('cancelled.before'));
    const response = await this.transport(request).catch((failure: unknown) => {
      throw fromTransportFailure(failure);
    });
    const answer = { ...readAnswer(response), messageIdField };
    if (answer.status < 200 || answer.status >= 300) throw statusError(answer);
    if (!answer.isJson) throw answerError(fault('unreadable_answer'), answer);
    return answer;
  }
}

type Call = Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>;

/** A MessageListRequest (specification 2.2). */
function batchOf(requests: readonly MessageRequest[], { notification }: MessageRequest): object {
  // JSON leaves out a field that is undefined.
  const messages = requests.map((request) => ({ ...withoutCutPart(request), notification: undefined }));
  return { messages, notification };
}

/** @throws MessagingError if an answer that does not have what was asked for is an error of the service, though its status is 2xx */
function throwIfRefused(answer: Answer): void {
  if (isServiceError(answer.raw)) throw refusal(answer);
}

/** The status of an entry of a batch. A message that the service refused has an error, but no ID and no status. */
function readEntryStatus(entry: unknown, answer: Answer): BatchMessageStatus {
  const status = statusIn(entry, answer.messageIdField);
  const isSaid = status.messageId !== undefined || status.statusText !== '';
  if (!isServiceError(entry) || isSaid) return status;
  const error = refusal({ ...answer, raw: entry })
    .with({ raw: undefined })
    .toData();
  return { ...status, status: 'failed', final: true, rank: 3, error };
}
