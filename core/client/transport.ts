export interface TransportRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** From connecting to the last byte of the answer, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface TransportResponse {
  status: number;
  /** Names in any case. */
  headers: Record<string, unknown>;
  /** The body as text, whatever its type. */
  body: string;
}

/** More than any answer of the service, unpacked; what is longer comes from somewhere else. */
export const LARGEST_ANSWER_BYTES = 10 * 1024 * 1024;

/**
 * The platform's way to make one HTTP request. It adds the Basic credentials (specification 5), follows no redirect, answers
 * with every status, and rejects only when there is no whole answer; the error it rejects with carries Node's error code
 * (`ECONNREFUSED` and so on) as `code` and the failed call as `syscall`, itself or in its chain of `cause`s. A MessagingError stays
 * what it is.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

interface TransportFailureFields {
  message: string;
  code?: string | undefined;
  syscall?: string | undefined;
  nothingSent: boolean;
  proxy?: string | undefined;
  status?: number | undefined;
}

/**
 * What a transport may reject with instead of the error of its library, which often holds the whole request, credentials included.
 * Beyond Node's error codes, `ERR_ANSWER_TOO_LARGE` tells that the answer was longer than the transport takes.
 */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** True when the platform knows that no byte of the request has left; false when it does not know. */
  readonly nothingSent: boolean;

  /** The proxy that failed, as `host:port`, or empty when it is not known which; undefined when it was not a proxy. */
  readonly proxy: string | undefined;
  /** What a proxy answered instead of opening the way to the service. */
  readonly status: number | undefined;

  constructor(private readonly fields: TransportFailureFields) {
    super(fields.message);
    this.code = fields.code;
    this.syscall = fields.syscall;
    this.nothingSent = fields.nothingSent;
    this.proxy = fields.proxy;
    this.status = fields.status;
  }

  /** The same with another message. */
  withMessage(message: string): TransportFailure {
    return new TransportFailure({ ...this.fields, message });
  }
}
