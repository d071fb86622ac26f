import { isAllowed } from '../../../../core/receive';
import { reportersOf } from '../../../callers';
import { isTriggerListening } from '../../wait/registry';
import type { NodeRun } from '../run';
import type { DraftedQuestion } from './question';
import { addHints } from './output';

/** What a person should know about the ways to answer. */
export function warnOf({ context, credential }: NodeRun, asked: readonly DraftedQuestion[]): void {
  const linked = asked.find(({ question }) => question.linked);
  const reported = asked.find(({ terms }) => terms.responseType === 'delivery');
  const needsTrigger = asked.some(
    ({ question, terms }) => terms.responseType === 'freeText' || question.channel !== 'Sms',
  );
  addHints(context, [
    linked && localHint(linked.page),
    reported === undefined && needsTrigger && !isTriggerListening() ? UNHEARD : undefined,
    reported && reportHint(credential, reported.page),
  ]);
}

/** In queue mode, the triggers are in other processes. */
const UNHEARD =
  'No Messaging Service Trigger for inbound messages is active in the process that runs this workflow. Unless one is active in another process of this n8n (queue mode), only the link in a message takes an answer. If there is none, publish a workflow with a trigger.';

/** The sandbox reports from this machine. */
function reportHint(credential: NodeRun['credential'], page: string): string | undefined {
  if (!isLocal(page)) return undefined;
  const { allowList } = reportersOf(credential);
  if (allowList === undefined || isAllowed(allowList, '127.0.0.1')) return undefined;
  return "Reports from this machine, such as those of the sandbox, are refused. Enter 127.0.0.1, ::1 in 'More Allowed Callers' of the credential to accept them. Without a report, the node finds out by asking for the status, which takes longer.";
}

const isLocal = (url: string) => /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname);

function localHint(page: string): string | undefined {
  if (!isLocal(page)) return undefined;
  return `The link begins with ${new URL(page).origin}, which only this machine can open. Set WEBHOOK_URL to the address at which others reach n8n.`;
}
