export interface TransportRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** From connecting to the last byte of the answer, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  status: number;
  /** Names in any case. */
  headers: Record<string, unknown>;
  body: string;
}

/** More than any uncompressed answer of the service; a longer one comes from somewhere else. */
export const LARGEST_ANSWER_BYTES = 10 * 1024 * 1024;

/**
 * The platform's way to make one HTTP request. It adds the Basic credentials (specification 5), follows no redirect, resolves for every
 * status, and rejects only if there is no complete answer. The error has Node's error code (`ECONNREFUSED` and so on) as `code` and the
 * failed system call as `syscall`, itself or in its chain of `cause`s. A MessagingError is passed on unchanged.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

export interface TransportFault {
  message: string;
  code?: string | undefined;
  syscall?: string | undefined;
  /** True if the platform knows that no byte of the request was sent; false if it does not know. */
  nothingSent: boolean;
  /** The proxy that failed, as `host:port`; empty if it is not known which; undefined if it was not a proxy. */
  proxy?: string | undefined;
  /** The status of a proxy that answered instead of opening the tunnel to the service. */
  status?: number | undefined;
}

/**
 * What a transport may reject with instead of its library's error, which often contains the whole request, including credentials.
 * `ERR_ANSWER_TOO_LARGE`, in addition to Node's error codes, means that the answer was longer than the transport accepts.
 */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';

  constructor(readonly fault: TransportFault) {
    super(fault.message);
  }

  withMessage(message: string): TransportFailure {
    return new TransportFailure({ ...this.fault, message });
  }
}
