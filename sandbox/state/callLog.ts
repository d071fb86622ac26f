import type { ServiceAccount } from './account';
import { BoundedList } from './boundedList';

/** One HTTP call to the service (`in`) or from it (`out`: notifications and inbound messages). */
export interface Call {
  id: number;
  direction: 'in' | 'out';
  /** Sandbox's time, milliseconds since 1970. */
  at: number;
  method: string;
  url: string;
  /** Without the value of `Authorization`. */
  requestHeaders: Record<string, string>;
  requestBody: string;
  /** 0 if there was no answer. */
  status: number;
  responseBody: string;
  /** `x-service-request-id`; calls from the service have none. */
  requestId?: string;
  milliseconds: number;
  /** The fault that was caused on purpose. */
  fault?: string;
  /** Why there was no answer. */
  problem?: string;
}

const CALLS_KEPT = 1000;
const BODY_KEPT = 16_384;

/** The last calls, newest last. */
export class CallLog {
  private readonly calls = new BoundedList<Call>(CALLS_KEPT);
  private lastId = 0;

  constructor(private readonly account: ServiceAccount) {}

  add(call: Omit<Call, 'id'>): void {
    this.lastId += 1;
    const entry = {
      ...call,
      id: this.lastId,
      requestHeaders: withoutSecrets(call.requestHeaders),
      requestBody: shortened(call.requestBody),
      responseBody: shortened(call.responseBody),
    };
    this.calls.push(entry);
    this.account.changes.announce({ kind: 'call', call: entry });
  }

  all(): Call[] {
    return this.calls.all();
  }

  clear(): void {
    this.calls.clear();
  }
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name.toLowerCase() === 'authorization' ? '(hidden)' : value,
    ]),
  );
}

function shortened(body: string): string {
  if (body.length <= BODY_KEPT) return body;
  // A slice would keep the whole text in memory; a copy does not.
  const start = Buffer.from(body.slice(0, BODY_KEPT)).toString('utf8');
  return `${start}… (${body.length} characters)`;
}
