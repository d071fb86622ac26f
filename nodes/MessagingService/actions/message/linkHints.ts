import { isAllowed } from '../../../../core/receive';
import { reportersOf } from '../../../callers';
import { answerBy, responseType } from '../../wait/properties';
import { isTriggerListening } from '../../wait/registry';
import { optionsIn } from '../../../parameters';
import type { NodeRun } from '../run';
import type { DraftedQuestion } from './question';
import { addHints } from './output';

/** What a person should know about the links in the messages. */
export function warnOf(run: NodeRun, asked: readonly DraftedQuestion[]): void {
  const linked = asked.find(({ question }) => question.linked);
  const tapped = asked.find(({ question }) => question.choices.length > 0 && question.channel !== 'Sms');
  const reported = asked.find(({ terms }) => terms.responseType === 'delivery');
  addHints(run.context, [
    linked && localHint(linked.page),
    linked && linkHint(run),
    tapped && unheardHint(tapped),
    reported && reportHint(run, reported.page),
  ]);
}

const NO_TRIGGER =
  'No Messaging Service Trigger for inbound messages is active in the process that runs this workflow';

/** In queue mode, the triggers are in other processes. */
function unheardHint({ question }: DraftedQuestion): string | undefined {
  if (isTriggerListening()) return undefined;
  return question.linked
    ? `${NO_TRIGGER}, so the message has a link beside its buttons. Unless a trigger is active in another process of this n8n (queue mode), a tap resumes nothing.`
    : `${NO_TRIGGER}. Unless one is active in another process of this n8n (queue mode), nobody can answer: publish a workflow with a trigger.`;
}

/** The sandbox reports from this machine. */
function reportHint({ credential }: NodeRun, page: string): string | undefined {
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

function linkHint({ itemAt }: NodeRun): string | undefined {
  const { parameters } = itemAt(0);
  const wanted = answerBy.read(optionsIn(parameters));
  if (responseType.read(parameters) !== 'freeText' || wanted === 'link') return undefined;
  return 'The message contains a link for the answer. To accept a plain answer, the sender must be able to receive messages, and a Messaging Service Trigger must be active in the process that runs this workflow (never the case in queue mode).';
}
