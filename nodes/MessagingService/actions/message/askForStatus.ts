import { attempt } from '../../../../core/client';
import { growingPause, type Pauses } from '../../../../core/steps';
import { noteReport, type Person, type Wait } from '../../wait/wait';
import { runAtOnce, type NodeRun } from '../run';

/** How long to wait before the status is asked for again. n8n looks every 60 seconds which executions are due. */
const PAUSES: Pauses = { first: 30_000, longest: 3_600_000 };
/** n8n accepts no answer while the node runs; the trigger keeps trying for four seconds. */
const LONGEST_LOOK_MS = 3000;

/**
 * Asks for the status of each open message if it is time to, so that a message that fails after it was accepted ends its wait. Where the
 * delivery is waited for, asks whenever the node runs: n8n accepts no report meanwhile. If asking fails, nothing changes.
 */
export async function askForStatus(run: NodeRun, wait: Wait): Promise<void> {
  const now = Date.now();
  const { since = now, at = now + growingPause(0, PAUSES) } = wait.look ?? {};
  const isDue = now >= at - 1000;
  const open = wait.people.filter(canStillFail);
  if (open.length > 0 && (isDue || wait.responseType === 'delivery')) await askForAll(run, wait, open);
  wait.look = { since, at: isDue ? Date.now() + growingPause(now - since, PAUSES) : at };
}

/** When the node is to run again although nobody has answered, at `until` at the latest; undefined if there is nothing to ask for, and no limit. */
export function nextRun(wait: Wait, until: number): Date | undefined {
  // When the time is up, the status is asked for as well.
  if (wait.look !== undefined) wait.look.at = Math.min(wait.look.at, until);
  const at = wait.people.some(canStillFail) ? (wait.look?.at ?? until) : until;
  return Number.isFinite(at) ? new Date(at) : undefined;
}

function canStillFail({ attempt }: Person): boolean {
  return attempt?.state === 'accepted' && attempt.messageId !== undefined;
}

async function askForAll(
  { context, client, options, signal: cancel }: NodeRun,
  wait: Wait,
  open: readonly Person[],
): Promise<void> {
  const end = AbortSignal.timeout(LONGEST_LOOK_MS);
  const signal = cancel === undefined ? end : AbortSignal.any([cancel, end]);
  const pace = { atOnce: options.atOnce, goesOn: () => true, signal };
  await runAtOnce(open, pace, async (person) => {
    const messageId = String(person.attempt?.messageId);
    const report = await attempt(() => client.messageStatus(messageId, { signal }));
    // Otherwise the look is over, and the execution may be stored.
    if (report.ok && !signal.aborted && report.value.final) noteReport(wait, person, report.value);
    if (!report.ok) context.logger.debug(`The status of a message is not known: ${report.error.fact}`);
  });
}
