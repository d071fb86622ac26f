import type { ServiceAccount } from './account';
import { BoundedList } from './boundedList';
import { exchange, jsonIn, decodeText } from '../http';
import type { WebhookFault } from '../service/faults';

/** A status notification or an inbound message on its way to the customer. */
export interface Push {
  id: number;
  kind: 'notification' | 'inbound';
  messageId: string;
  /** `Email` and `Sms` are only shown on the phone page. */
  type: 'Url' | 'UrlPost' | 'Email' | 'Sms';
  address: string;
  payload: object;
  attempts: PushAttempt[];
  outcome: 'pending' | 'taken' | 'given up' | 'shown';
}

export interface PushAttempt {
  at: number;
  /** HTTP status; 0 if there was no answer. */
  status: number;
  /** Why it was not taken. */
  problem?: string;
}

const PUSHES_KEPT = 10_000;
const AT_THE_SAME_TIME = 32;
const ANSWER_TIMEOUT = 10_000;
/** How long a webhook that should come out of order waits for another to overtake it. */
const LONGEST_DELAY = 2000;

/** Sends webhooks. Those of one message keep their order. Those that are not answered with 200 are repeated after a while. */
export class Pushes {
  private readonly pushes = new BoundedList<Push>(PUSHES_KEPT);
  private lastId = 0;
  /** Stops what is under way when the sandbox is reset or closed. */
  private forgotten = new AbortController();
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly lastOfMessage = new Map<string, Promise<void>>();
  private readonly delayed = new Map<string, () => void>();

  constructor(private readonly account: ServiceAccount) {}

  /** Sends one. Resolves after the first attempt; repetitions follow automatically. */
  async send(
    kind: Push['kind'],
    messageId: string,
    target: Pick<Push, 'type' | 'address'>,
    payload: object,
    fault: WebhookFault | null = this.account.settings.webhookFault,
  ): Promise<Push> {
    const push = this.keep({ kind, messageId, type: target.type, address: target.address, payload });
    if (push.outcome === 'shown') return push;
    const twin =
      fault === 'duplicate-webhooks' ? this.keep({ ...target, kind, messageId, payload }) : undefined;
    const overtaken = fault === 'out-of-order-webhooks' ? await this.overtake(push) : undefined;
    const first = this.inOrder(push);
    if (twin) void this.inOrder(twin);
    await first;
    overtaken?.();
    return push;
  }

  all(): Push[] {
    return this.pushes.all();
  }

  /** Deletes all of them and stops what is under way. */
  clear(): void {
    this.forgotten.abort();
    this.forgotten = new AbortController();
    this.waiting.length = 0;
    this.delayed.clear();
    this.pushes.clear();
  }

  private keep(push: Omit<Push, 'id' | 'attempts' | 'outcome'>): Push {
    this.lastId += 1;
    const onPage = push.type === 'Email' || push.type === 'Sms';
    const kept: Push = { ...push, id: this.lastId, attempts: [], outcome: onPage ? 'shown' : 'pending' };
    this.pushes.push(kept);
    this.account.changes.announce({ kind: 'push', push: kept });
    return kept;
  }

  /** Delays a webhook until another one to the same address has been sent. The other one gets the function that releases it. */
  private async overtake({ kind, messageId, address }: Push): Promise<(() => void) | undefined> {
    const place = kind === 'inbound' ? address : `${messageId} ${address}`;
    const release = this.delayed.get(place);
    if (release) {
      this.delayed.delete(place);
      return release;
    }
    await new Promise<void>((resolve) => {
      this.delayed.set(place, resolve);
      this.account.clock.after(LONGEST_DELAY, () => {
        if (this.delayed.get(place) === resolve) this.delayed.delete(place);
        resolve();
      });
    });
    return undefined;
  }

  private async inOrder(push: Push): Promise<void> {
    const before = this.lastOfMessage.get(push.messageId);
    const attempt = (async () => {
      await before;
      await this.attempt(push);
    })();
    this.lastOfMessage.set(push.messageId, attempt);
    await attempt;
    if (this.lastOfMessage.get(push.messageId) === attempt) this.lastOfMessage.delete(push.messageId);
  }

  private async attempt(push: Push): Promise<void> {
    const { signal } = this.forgotten;
    // Only so many are sent at the same time.
    if (this.running >= AT_THE_SAME_TIME) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    const attempt = await this.call(push, signal);
    this.running -= 1;
    this.waiting.shift()?.();
    if (signal.aborted) return;
    push.attempts.push(attempt);
    const wait = this.account.settings.retryDelays[push.attempts.length - 1];
    if (attempt.status === 200) push.outcome = 'taken';
    else if (wait === undefined) push.outcome = 'given up';
    else this.account.clock.after(wait, () => void this.attempt(push));
    this.account.changes.announce({ kind: 'push', push });
  }

  private async call(push: Push, forgotten: AbortSignal): Promise<PushAttempt> {
    const at = this.account.clock.now();
    const started = performance.now();
    const request = requestFor(push);
    const limit = AbortSignal.timeout(ANSWER_TIMEOUT);
    const answer = await exchange(request, AbortSignal.any([forgotten, limit]));
    const { status } = answer;
    const body = decodeText(answer.bytes);
    const noAnswer = limit.aborted ? `No answer within ${ANSWER_TIMEOUT / 1000} seconds.` : answer.problem;
    const problem = status === 0 ? noAnswer : refusal(status, body);
    if (!forgotten.aborted) {
      this.account.calls.add({
        direction: 'out',
        at,
        method: request.method,
        url: request.url,
        requestHeaders: request.headers,
        requestBody: request.body ?? '',
        status,
        responseBody: body,
        milliseconds: Math.round(performance.now() - started),
        problem,
      });
    }
    return { at, status, problem };
  }
}

/** `Url` is a GET with the payload in the query string, everything else a POST with a JSON body (chapter 2.6). */
function requestFor({ type, address, payload }: Push) {
  if (type === 'Url') return { method: 'GET', url: withQuery(address, payload), headers: {} };
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', url: address, headers, body: JSON.stringify(payload) };
}

/** The address with the payload's fields that have a value added to its query string. */
function withQuery(address: string, payload: object): string {
  // An invalid URL is used unchanged, so that the attempt fails and says why.
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const [name, value] of Object.entries(payload)) {
    if (value !== null && value !== undefined) url.searchParams.append(name, String(value));
  }
  return url.href;
}

const LONGEST_REASON = 500;

/** That a call was refused, with the reason in the answer: the texts of a JSON object, or a text that is no HTML page. */
function refusal(status: number, body: string): string | undefined {
  if (status === 200) return undefined;
  const json = jsonIn(body);
  const texts =
    typeof json === 'object' && json !== null
      ? Object.values(json).filter((value) => typeof value === 'string')
      : [/^\s*</.test(body) ? '' : body];
  const reason = texts.join(' ').trim().slice(0, LONGEST_REASON);
  return `answered ${status}${reason === '' ? '' : `: ${reason}`}`;
}
