import { isSettled } from '../../test/hosts/n8n/execution';
import { startBench, TRIGGER, type Bench } from '../../test/hosts/n8n/messaging';
import { withEditor } from '../../test/hosts/n8n/n8nServer';
import { until } from '../../test/hosts/n8n/until';
import type { NewNode, Workflow } from '../../test/hosts/n8n/workflow';
import { callWebhook } from '../load';
import { cpuOf } from '../n8n/process';
import { atLeast, medians, perSecond, type Section } from '../result';
import { inTurn } from '../rounds';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CALLS = 100;
const AT_ONCE = 10;

const TRIGGERED = 'Messaging Service Trigger';
const BARE = 'Webhook node, callers checked, nothing else';
const BY_HAND = 'Webhook node, callers checked, Edit Fields, Remove Duplicates';

const webhook: NewNode = {
  name: 'Start',
  type: 'n8n-nodes-base.webhook',
  parameters: { httpMethod: 'POST', path: 'bench', options: { ipWhitelist: '127.0.0.1,::1' } },
};

const field = (name: string) => ({ id: name, name, value: `={{ $json.body.${name} }}`, type: 'string' });

const byHand: NewNode[] = [
  {
    name: 'Fields',
    type: 'n8n-nodes-base.set',
    parameters: {
      assignments: { assignments: ['messageId', 'channel', 'from', 'to', 'text'].map(field) },
      options: {},
    },
  },
  {
    name: 'Repeated',
    type: 'n8n-nodes-base.removeDuplicates',
    parameters: {
      operation: 'removeItemsSeenInPreviousExecutions',
      logic: 'removeItemsWithAlreadySeenKeyValues',
      dedupeValue: '={{ $json.messageId }}',
      options: {},
    },
  },
];

const contents: Record<string, NewNode[]> = {
  [TRIGGERED]: [{ name: 'Start', type: TRIGGER, parameters: { allowedCallers: '127.0.0.1, ::1' } }],
  [BARE]: [webhook],
  [BY_HAND]: [{ ...webhook, parameters: { ...webhook.parameters, path: 'bench-by-hand' } }, ...byHand],
};

/** The newest executions of a workflow that are over: as many as n8n lists, which is as many as are called. */
async function finished({ n8n }: Bench, workflow: Workflow): Promise<Set<string>> {
  const executions = await n8n.executions(workflow);
  return new Set(executions.filter((each) => isSettled(each)).map(({ id }) => id));
}

interface Run {
  perSecond: number;
  perSecondOfCpu: number;
}

async function runOnce(bench: Bench, workflow: Workflow): Promise<Run> {
  const before = await finished(bench, workflow);
  const { production } = await bench.n8n.webhookUrls(workflow);
  const cpuBefore = cpuOf(bench.n8n.userFolder);
  const begun = performance.now();
  await callWebhook(production, CALLS, AT_ONCE);
  const all = async () => {
    const now = await finished(bench, workflow);
    return [...now].filter((id) => !before.has(id)).length >= CALLS;
  };
  await until(`${CALLS} executions`, all, 300_000);
  const ms = performance.now() - begun;
  return {
    perSecond: (CALLS * 1000) / ms,
    perSecondOfCpu: CALLS / (cpuOf(bench.n8n.userFolder) - cpuBefore),
  };
}

async function run() {
  const bench = await startBench(withEditor);
  try {
    const found = new Map<string, Run[]>();
    const workflows = new Map<string, Workflow>();
    for (const [name, nodes] of Object.entries(contents)) {
      const workflow = await bench.n8n.createWorkflow({ name, nodes });
      await bench.n8n.activate(workflow);
      await runOnce(bench, workflow); // compiled before it counts
      workflows.set(name, workflow);
    }
    const contenders = [...workflows].map(([name, workflow]) => ({
      name,
      measure: async () => {
        const result = await runOnce(bench, workflow);
        found.set(name, [...(found.get(name) ?? []), result]);
        console.log(`${name}: ${perSecond(result.perSecond)}, ${perSecond(result.perSecondOfCpu)} of CPU`);
        return result.perSecond;
      },
    }));
    await inTurn(contenders, ROUNDS);
    return resultOf(found);
  } finally {
    await bench.stop();
  }
}

function resultOf(found: ReadonlyMap<string, Run[]>) {
  const of = (name: string, figure: (run: Run) => number) => (found.get(name) ?? []).map(figure);
  const rate = (each: Run) => each.perSecond;
  const ofCpu = (each: Run) => each.perSecondOfCpu;
  const goal = (against: string, what: string, figure: (run: Run) => number) =>
    atLeast(1, {
      what: `n8n, ${TRIGGERED}: ${what}`,
      against,
      ours: of(TRIGGERED, figure),
      theirs: of(against, figure),
      show: perSecond,
    });
  return {
    name: 'n8n-webhook',
    title: 'n8n: inbound messages',
    how: `${CALLS} calls, ${AT_ONCE} at once, to active workflows of one n8n, until all executions have ended and are stored as n8n stores them by default. The trigger has the allow-list, parsing and the repeated-event filter on; without it, that takes a Webhook node and two more nodes.`,
    goals: [
      goal(BY_HAND, 'executions per second', rate),
      goal(BY_HAND, 'executions for each second of CPU', ofCpu),
    ],
    figures: [
      medians(
        'Medians:',
        ['Workflow', 'Executions per second', 'Executions for each second of CPU'],
        [...found.keys()].map((name) => [name, of(name, rate), of(name, ofCpu)]),
        [perSecond, perSecond],
      ),
    ],
    notes: [],
  };
}

export const n8nWebhook: Section = { name: 'n8n-webhook', run };
