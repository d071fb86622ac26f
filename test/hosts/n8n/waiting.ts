import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { Sandbox, SandboxMessage } from '../../../sandbox';
import type { Execution } from './execution';
import { type Bench, type InputItem, itemsNode, type NodeSettings } from './messaging';
import type { NewNode, Workflow } from './workflow';

export const PERSON = '+41791234567';
export const NUMBER = '+41795550100';

/** Parameters of *Send and Wait* by SMS, WhatsApp or RCS. */
export const asking = (channel: 'Sms' | 'Whatsapp' | 'Rcs', more: object = {}) => ({
  operation: 'sendAndWait',
  channel,
  from: { Sms: '0041795550100', Whatsapp: NUMBER, Rcs: 'sandbox-agent' }[channel],
  to: PERSON,
  message: 'May it be paid?',
  ...more,
});

export const approval = { approvalOptions: { values: { approvalType: 'double' } } };

const main = (...outputs: string[][]) => ({
  main: outputs.map((nodes) => nodes.map((node) => ({ node, type: 'main' as const, index: 0 }))),
});

/** Stores a workflow whose two branches end in `Answered` and `No Answer`. */
export async function waitingWorkflow(
  bench: Bench,
  parameters: object,
  items: InputItem[] = [{}],
  settings: NodeSettings = {},
  start: NewNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
): Promise<Workflow> {
  const noOp = (name: string) => ({ name, type: 'n8n-nodes-base.noOp' });
  return await bench.n8n.createWorkflow({
    nodes: [start, itemsNode(items), bench.node(parameters, settings), noOp('No Answer'), noOp('Answered')],
    connections: {
      [start.name]: main(['Items']),
      Items: main(['Messaging']),
      Messaging: main(['Answered'], ['No Answer']),
    },
  });
}

/** Runs such a workflow by hand until it waits. */
export async function ask(
  bench: Bench,
  parameters: object,
  items?: InputItem[],
  settings?: NodeSettings,
): Promise<Execution> {
  return await bench.n8n.run(await waitingWorkflow(bench, parameters, items, settings));
}

/** The execution when it is over. */
export async function ended({ n8n }: Bench, { id }: Pick<Execution, 'id'>): Promise<Execution> {
  return await n8n.waitForExecution((each) => each.id === id && each.status !== 'waiting');
}

/** The items of a branch. */
export const branch = (execution: Execution, name: 'No Answer' | 'Answered'): IDataObject[] =>
  execution.items(name).map(({ json }) => json);

const reply = z.object({ id: z.string(), title: z.string() });
const interactive = z.object({
  action: z.union([
    z
      .object({ buttons: z.array(reply) })
      .transform(({ buttons }) => buttons.map((button) => ({ ...button, type: 'Button' as const }))),
    z
      .object({ sections: z.array(z.object({ rows: z.array(reply) })) })
      .transform(({ sections }) =>
        sections.flatMap(({ rows }) => rows.map((row) => ({ ...row, type: 'List' as const }))),
      ),
  ]),
});
const payload = z.object({ type: z.literal('Payload'), payload: z.string() });
const template = z.object({
  components: z.array(z.object({ parameters: z.array(z.unknown()) })),
});

/** The ids of the buttons or rows of a message, or of a template's quick replies, as a tap returns them. */
export function choicesOf({
  content,
}: SandboxMessage): Array<{ id: string; title: string; type: 'Button' | 'List' }> {
  if (content.type === 'Interactive') return interactive.parse(content).action;
  if (content.type !== 'Template') return [];
  return template.parse(content).components.flatMap(({ parameters }) =>
    parameters.flatMap((each) => {
      const found = payload.safeParse(each);
      return found.success ? [{ id: found.data.payload, title: 'Reply', type: 'Button' as const }] : [];
    }),
  );
}

/** The link in a text. */
export function linkOf({ content }: SandboxMessage): string {
  const text = content.type === 'Text' ? content.text : JSON.stringify(content);
  return /https?:\/\/[^\s"]+/.exec(text)?.[0] ?? '';
}

/** The person taps a button or row, in the format in which the channel reports it to the service. */
export async function tap(sandbox: Sandbox, message: SandboxMessage, index = 0) {
  const choice = choicesOf(message)[index];
  if (choice === undefined) throw new Error(`There is no choice ${index} in ${JSON.stringify(message)}`);
  const { id, title, type } = choice;
  return await sandbox.receive({
    from: message.to,
    to: message.from,
    channel: message.channel,
    reply: { type, id, title },
  });
}

export async function write(sandbox: Sandbox, message: SandboxMessage, text: string) {
  return await sandbox.receive({ from: message.to, to: message.from, channel: message.channel, text });
}

export interface Shown {
  status: number;
  html: string;
  headers: Headers;
}

export async function open(url: string, headers: Record<string, string> = {}): Promise<Shown> {
  const answer = await fetch(url, { headers });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

/** The person presses a button of the page, as a browser sends it. */
export async function press(url: string, fields: Record<string, string>): Promise<Shown> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

/** Whether the execution still waits once n8n has processed the incoming call. */
export async function stillWaits({ n8n }: Bench, { id }: Pick<Execution, 'id'>): Promise<boolean> {
  const { status } = await n8n.waitForExecution((each) => each.id === id);
  return status === 'waiting';
}
