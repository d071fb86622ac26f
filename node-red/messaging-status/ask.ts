import type { NodeMessage } from 'node-red';

import {
  attempt,
  sleep,
  valueOf,
  type Client,
  type MessagingError,
  type StatusQueryOptions,
  type StatusResult,
} from '../../core/client';
import { isStopped } from '../outcome/failure';
import type { Output } from '../outcome/report';
import type { Job } from '../work/job';

/** What the status is asked of. */
export interface StatusQuestion {
  of: 'message' | 'batch';
  id: string;
  /** What the form calls the id. */
  label: string;
}

interface Patience {
  everySeconds: number;
  timeLimitSeconds: number;
}

interface Answer extends Output {
  final: boolean;
}

interface Progress {
  since: number;
  known?: Answer;
}

/** How far asking has come for each message of a node. A deploy hands the message to the node that replaces it, whose time limit goes on. */
export class AskedSoFar {
  readonly messages = new WeakMap<NodeMessage, Progress>();
}

/** Asks for a status once. */
export function askForStatus({ of, id, label }: StatusQuestion, job: Job): Promise<Answer> {
  return job.call((client, signal) =>
    of === 'batch'
      ? batchAnswer(client, id, { signal, label })
      : messageAnswer(client, id, { signal, label }),
  );
}

/**
 * Asks until the status is final, also if asking fails for a reason that may pass; at the time limit, the last known status is the result.
 * @throws MessagingError of the last attempt, if that failed
 */
export async function askUntilFinal(
  question: StatusQuestion,
  { everySeconds, timeLimitSeconds }: Patience,
  job: Job,
  { messages }: AskedSoFar,
): Promise<Answer> {
  const progress = messages.get(job.msg) ?? { since: Date.now() };
  messages.set(job.msg, progress);
  const end = performance.now() + progress.since + timeLimitSeconds * 1000 - Date.now();
  for (;;) {
    const answer = await attempt(() => askForStatus(question, job));
    if (answer.ok) progress.known = answer.value;
    const left = end - performance.now();
    const isOver = answer.ok ? answer.value.final : !mayPass(answer.error);
    if (isOver || left <= 0) {
      if (answer.ok || !isStopped(answer.error)) messages.delete(job.msg);
      return isOver ? valueOf(answer) : (progress.known ?? valueOf(answer));
    }
    await job.until(sleep(Math.min(everySeconds * 1000, left)));
  }
}

/** Whether asking again later may succeed: the service did not answer, failed, or asked to wait. */
function mayPass({ code, status }: MessagingError): boolean {
  if (status === undefined)
    return ['unreachable', 'proxy_unreachable', 'timed_out', 'connection_lost'].includes(code);
  return status >= 500 || status === 429;
}

async function messageAnswer(client: Client, id: string, options: StatusQueryOptions): Promise<Answer> {
  const payload = await client.messageStatus(id, options);
  return { final: payload.final, payload, port: 0, status: shown(payload) };
}

function shown({ status, statusText }: StatusResult): Output['status'] {
  if (status === 'delivered') return { key: 'delivered' };
  if (status === 'failed') return { look: 'warning', key: 'failed' };
  return { look: 'ready', key: 'notFinal', values: { state: statusText } };
}

async function batchAnswer(client: Client, id: string, options: StatusQueryOptions): Promise<Answer> {
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
