/** One HTTP call. */
export interface Outgoing {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

export interface Incoming {
  /** 0 if there was no answer. */
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  /** Why there was no answer. */
  problem?: string;
}

/** Calls an address; a redirect is not followed. Never rejects: the result says what went wrong. */
export async function exchange({ url, ...request }: Outgoing, signal?: AbortSignal): Promise<Incoming> {
  try {
    const answer = await fetch(url, { ...request, redirect: 'manual', signal });
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: new Uint8Array(await answer.arrayBuffer()),
    };
  } catch (error) {
    return { status: 0, headers: new Headers(), bytes: new Uint8Array(), problem: errorReason(error) };
  }
}

export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The JSON value that a text is; undefined if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` says why in the cause of its error, or in its code. */
function errorReason(error: unknown): string {
  const { message, code, cause } = errorFields(error);
  if (cause !== undefined) return errorReason(cause);
  return String(message || code || error);
}

function errorFields(error: unknown): { message?: unknown; code?: unknown; cause?: unknown } {
  return typeof error === 'object' && error !== null ? error : {};
}
