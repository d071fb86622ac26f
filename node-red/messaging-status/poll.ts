import {
  attempt,
  sleep,
  valueOf,
  type CallOptions,
  type Client,
  type MessagingError,
  type StatusResult,
} from '../../core/client';
import type { Output } from '../outcome/report';
import type { Job, KnownStatus } from '../work/job';

/** What the status is asked of. */
interface StatusQuestion {
  of: 'message' | 'batch';
  id: string;
}

interface Patience {
  everySeconds: number;
  timeLimitSeconds: number;
}

/** Asks for a status once. */
export function askForStatus({ of, id }: StatusQuestion, job: Job): Promise<KnownStatus> {
  return job.call((client, signal) =>
    of === 'batch' ? batchAnswer(client, id, { signal }) : messageAnswer(client, id, { signal }),
  );
}

/**
 * Asks until the status is final, also if asking fails for a reason that may pass; at the time limit, the last known status is the result. Both go
 * on in the node that replaces this one.
 * @throws MessagingError of the last attempt, if that failed
 */
export async function askUntilFinal(
  question: StatusQuestion,
  { everySeconds, timeLimitSeconds }: Patience,
  job: Job,
): Promise<KnownStatus> {
  const polling = (job.polling ??= { since: performance.now() });
  for (;;) {
    const answer = await attempt(() => askForStatus(question, job));
    if (answer.ok) polling.known = answer.value;
    const left = polling.since + timeLimitSeconds * 1000 - performance.now();
    if (answer.ok ? answer.value.final : !mayPass(answer.error)) return valueOf(answer);
    if (left <= 0) return polling.known ?? valueOf(answer);
    await job.until(sleep(Math.min(everySeconds * 1000, left)));
  }
}

/** Whether asking again later may succeed: the service did not answer, failed, or asked to wait. */
function mayPass({ code, status }: MessagingError): boolean {
  if (status === undefined)
    return ['unreachable', 'proxy_unreachable', 'timed_out', 'connection_lost'].includes(code);
  return status >= 500 || status === 429;
}

async function messageAnswer(client: Client, id: string, options: CallOptions): Promise<KnownStatus> {
  const payload = await client.messageStatus(id, options);
  return { final: payload.final, payload, port: 0, status: shown(payload) };
}

function shown({ status, statusText }: StatusResult): Output['status'] {
  if (status === 'delivered') return { key: 'delivered' };
  if (status === 'failed') return { look: 'warning', key: 'failed' };
  return statusText === ''
    ? { look: 'ready', key: 'noStatus' }
    : { look: 'ready', key: 'notFinal', values: { state: statusText } };
}

async function batchAnswer(client: Client, id: string, options: CallOptions): Promise<KnownStatus> {
  const batch = await client.batchStatus(id, options);
  const settled = batch.messages.filter(({ final }) => final).length;
  const total = batch.messages.length;
  const final = total > 0 && settled === total;
  return {
    final,
    payload: { ...batch, final },
    port: 0,
    status: { look: final ? 'done' : 'ready', key: 'batch', values: { settled, total } },
  };
}
