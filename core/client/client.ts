import type { BatchRequest, MessageRequest, Validation } from '../contract';
import { asText, readText } from '../reading';
import type { StatusEvent } from '../receive';
import { readStatusNotification } from '../receive/readEvent';
import { readAcceptance, readBatchEntries, readMessageId } from './acceptance';
import { endpointUrl, mediaUrl, pathOf, pathSegment, versionHeaders, type AccountSettings } from './account';
import { errorFromAnswer, readAnswer, readPoints, refusal, type Answer } from './answers';
import { asMessagingError, invalidRequest, nothingSent, type MessagingError } from './errors';
import { installed } from './installed';
import { buildUpload, type MediaFile, type UploadForm } from './media';
import { cancelledBefore, fromTransportFailure } from './networkFailure';
import {
  batchResult,
  messageResult,
  unreadable,
  withoutMediaId,
  type BatchEntry,
  type MessageResult,
} from './results';
import { defaultRetry, withRetry, type RetrySettings } from './retry';
import type { Transport, TransportRequest, TransportResponse } from './transport';

export interface ClientSettings {
  account: AccountSettings;
  transport: Transport;
  /** How long to wait for an answer, in milliseconds. */
  timeoutMs?: number;
  retry?: RetrySettings;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface BatchResult {
  batchId: string | undefined;
  requestId: string | undefined;
  /** One for each message, in the order they were given. */
  entries: BatchEntry[];
  raw: unknown;
}

export type StatusResult = Omit<StatusEvent, 'event'> & { requestId: string | undefined };

/** Status of a message of a batch; `error` where the service tells nothing but why it refused the message. */
export type BatchMessageStatus = Omit<StatusEvent, 'event'> & {
  error?: ReturnType<MessagingError['toData']>;
};

export interface BatchStatusResult {
  batchId: string;
  messages: Array<BatchMessageStatus>;
  requestId: string | undefined;
  raw: unknown;
}

export interface BalanceResult {
  /** Undefined when the answer holds no number; `raw` has what it held. */
  points: number | undefined;
  requestId: string | undefined;
  raw: unknown;
}

export interface UploadResult {
  mediaId: string;
  requestId: string | undefined;
  raw: unknown;
}

const DEFAULT_TIMEOUT_MS = 30_000;

type Contract = typeof import('../contract');

let contract: Contract | undefined;

/**
 * Loads the schemas of the contract: with the first message, as they take longer than all the rest of the package and who only receives
 * needs none, or before it.
 * @throws MessagingError `not_installed` without zod
 */
export async function loadContract(): Promise<Contract> {
  contract ??= await installed('zod', import('../contract/index.js'));
  return contract;
}

/**
 * A message as it will go to the service.
 * @throws MessagingError `invalid_request` naming every field that breaks the contract (specification 2, 8).
 */
export async function checkMessage(request: unknown): Promise<MessageRequest> {
  const { messageRequestSchema, validate } = contract ?? (await loadContract());
  return accepted(validate(messageRequestSchema, request));
}

function accepted<T>(verdict: Validation<T>): T {
  if (verdict.ok) return verdict.value;
  throw invalidRequest(verdict.problems);
}

/** The service's operations over an injected transport. Every method throws MessagingError and nothing else. */
export class Client {
  private readonly account: AccountSettings;
  private readonly transport: Transport;
  private readonly timeoutMs: number;
  private readonly retry: RetrySettings;

  constructor(settings: ClientSettings) {
    this.account = settings.account;
    this.transport = settings.transport;
    this.timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.retry = settings.retry ?? defaultRetry;
  }

  /** Sends one message to one or several recipients (specification 4, `POST /api/message`). */
  async send(request: unknown, options: CallOptions = {}): Promise<MessageResult> {
    const message = await checkMessage(request);
    const answer = await this.post(endpointUrl(this.account, 'message'), message, options);
    return messageResult(message, answer);
  }

  /**
   * Sends several messages in one call (specification 2.2), with the notification of the first: groupByNotification says which can go
   * together. Never throws: a call that fails gives every message in it the same error.
   */
  async sendBatch(requests: readonly MessageRequest[], options: CallOptions = {}): Promise<BatchResult> {
    const [first] = requests;
    if (first === undefined) {
      return { batchId: undefined, requestId: undefined, entries: [], raw: undefined };
    }
    try {
      const url = endpointUrl(this.account, pathOf(this.account, 'batch'));
      const answer = await this.post(url, batchOf(requests, first), options);
      return { ...batchResult(requests, answer), requestId: answer.requestId, raw: answer.raw };
    } catch (error) {
      return failedBatch(requests, asMessagingError(error));
    }
  }

  /** Status of a message, up to seven days after it was sent (specification 4, `GET /api/message/{messageId}`). */
  async messageStatus(messageId: string, options: CallOptions = {}): Promise<StatusResult> {
    const path = `message/${pathSegment('messageId', messageId)}`;
    const answer = await this.get(endpointUrl(this.account, path), options);
    return { ...readStatus(answer.raw, messageId), requestId: answer.requestId };
  }

  /** Status of every message of a batch (service facts: `GET <batch path>/{messageListId}`). */
  async batchStatus(batchId: string, options: CallOptions = {}): Promise<BatchStatusResult> {
    const path = `${pathOf(this.account, 'batch')}/${pathSegment('batchId', batchId)}`;
    const answer = await this.get(endpointUrl(this.account, path), options);
    const entries = readBatchEntries(answer.raw) ?? [];
    return {
      batchId,
      messages: entries.map((entry) => readEntryStatus(entry, answer)),
      requestId: answer.requestId,
      raw: answer.raw,
    };
  }

  /** Points left on the account (specification 4, account balance). */
  async balance(options: CallOptions = {}): Promise<BalanceResult> {
    const answer = await this.get(endpointUrl(this.account, pathOf(this.account, 'balance')), options);
    return { points: readPoints(answer.raw), requestId: answer.requestId, raw: answer.raw };
  }

  /** Uploads a file and returns the id that contents name as `mediaId` (specification 4, `POST /api/v2/media`). */
  async uploadMedia(
    file: MediaFile,
    form: UploadForm = 'multipart',
    options: CallOptions = {},
  ): Promise<UploadResult> {
    const { headers, body } = buildUpload(file, form);
    const answer = await this.ask({ method: 'POST', url: mediaUrl(this.account), headers, body }, options);
    const mediaId = asText(answer.raw) ?? readText(answer.raw, 'mediaId', 'id');
    if (mediaId === undefined) throw nothingSent(withoutMediaId(answer));
    return { mediaId, requestId: answer.requestId, raw: answer.raw };
  }

  private post(url: string, body: unknown, options: CallOptions): Promise<Answer> {
    const headers = { ...versionHeaders(this.account), 'Content-Type': 'application/json; charset=utf-8' };
    return this.call({ method: 'POST', url, headers, body: JSON.stringify(body) }, options);
  }

  private get(url: string, options: CallOptions): Promise<Answer> {
    return this.ask({ method: 'GET', url, headers: versionHeaders(this.account) }, options);
  }

  /** A call that sends no message: however it fails, nothing was sent. */
  private async ask(request: Call, options: CallOptions): Promise<Answer> {
    try {
      return await this.call(request, options);
    } catch (error) {
      throw nothingSent(asMessagingError(error));
    }
  }

  private call(request: Call, { signal }: CallOptions): Promise<Answer> {
    const whole: TransportRequest = {
      ...request,
      headers: { Accept: 'application/json', ...request.headers },
      timeoutMs: this.timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    };
    return withRetry(() => this.callOnce(whole), this.retry, signal);
  }

  private async callOnce(request: TransportRequest): Promise<Answer> {
    const answer = readAnswer(await this.respond(request));
    if (answer.status < 200 || answer.status >= 300) throw errorFromAnswer(answer);
    if (!answer.isJson) throw unreadable(answer);
    return answer;
  }

  private async respond(request: TransportRequest): Promise<TransportResponse> {
    if (request.signal?.aborted === true) throw cancelledBefore();
    try {
      return await this.transport(request);
    } catch (failure) {
      throw fromTransportFailure(failure);
    }
  }
}

type Call = Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>;

function batchOf(requests: readonly MessageRequest[], { notification }: MessageRequest): BatchRequest {
  // Undefined is not written; a field that is deleted from an object makes all that is done with the object slow.
  const messages = requests.map((request) => ({ ...request, notification: undefined }));
  return { messages, ...(notification === undefined ? {} : { notification }) };
}

function failedBatch(messages: readonly unknown[], error: MessagingError): BatchResult {
  const entries = messages.map((): BatchEntry => ({ ok: false, error }));
  return { batchId: undefined, requestId: error.requestId, raw: error.raw, entries };
}

/** The status of an entry of a batch. What the service refused has no id and no status, only an error. */
function readEntryStatus(entry: unknown, { requestId, ...answer }: Answer): BatchMessageStatus {
  const { error } = readAcceptance(entry, 'entry');
  const status = readStatus(entry, readMessageId(entry));
  if (error === undefined || status.messageId !== undefined || status.statusText !== '') return status;
  return { ...status, error: refusal(error, { ...answer, requestId, raw: entry }).toData() };
}

function readStatus(raw: unknown, messageId: string | undefined): Omit<StatusEvent, 'event'> {
  const read = readStatusNotification({ body: raw });
  if (read.event === 'status') {
    const status: Omit<StatusEvent, 'event'> & Partial<StatusEvent> = { ...read };
    delete status.event;
    return { ...status, messageId: status.messageId ?? messageId };
  }
  return { messageId, status: 'other', statusText: '', final: false, raw };
}
