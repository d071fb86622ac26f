import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { choice } from '../../choice';
import { answerBy, responseType } from '../actions/message/sendAndWaitProperties';
import { parameterOf, type ItemOutcome } from '../items';
import type { DraftedQuestion } from './question';

/** What a person should know about the links in the messages. */
export function warnOf(
  context: IExecuteFunctions,
  drafts: ReadonlyArray<ItemOutcome<DraftedQuestion>>,
): void {
  // Missing if an AI agent runs the node as its tool.
  if (typeof context.addExecutionHints !== 'function') return;
  const linked = drafts.flatMap((draft) =>
    draft.kind === 'done' && draft.value.question.linked ? [draft.value] : [],
  );
  const [first] = linked;
  if (first === undefined) return;
  const messages = [localHint(first.page), linkHint(context)].filter((message) => message !== undefined);
  context.addExecutionHints(
    ...messages.map((message): NodeExecutionHint => ({ message, type: 'warning', location: 'outputPane' })),
  );
}

function localHint(page: string): string | undefined {
  const { hostname, origin } = new URL(page);
  if (!/^(?:localhost|127\.|\[::1\])/.test(hostname)) return undefined;
  return `The link begins with ${origin}, which only this machine can open. Set WEBHOOK_URL to the address at which others reach n8n.`;
}

function linkHint(context: IExecuteFunctions): string | undefined {
  const parameters = parameterOf(context, 0);
  const wanted = choice(parameters(`options.${answerBy.name}`), answerBy);
  if (choice(parameters(responseType.name), responseType) !== 'freeText' || wanted === 'link')
    return undefined;
  return 'The message contains a link for the answer. To accept a plain answer, the sender must be able to receive messages, and a Messaging Service Trigger must be active in the process that runs this workflow (never the case in queue mode).';
}
