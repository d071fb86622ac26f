import { accountNode } from '../../test/hosts/node-red/flows';
import type { FlowNode } from '../../test/hosts/node-red/nodeRedServer';
import { INBOUND_PATH, inboundNode } from '../../test/hosts/node-red/webhooks';
import { callWebhook } from '../load';
import { measuredFlow, runFlow, type Summary } from '../node-red/flood';
import { atLeast, medians, milliseconds, perSecond, type Section } from '../result';
import { inTurn } from '../rounds';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CALLS = 10_000;
const WARM_UP = 3000;
const AT_ONCE = 20;

const at = { x: 100, y: 100, z: 'tab' };
const core: FlowNode[] = [
  { id: 'in', type: 'http in', url: INBOUND_PATH, method: 'post', wires: [['response', 'sink']], ...at },
  { id: 'response', type: 'http response', statusCode: '200', headers: {}, wires: [], ...at },
];
const ours = [
  accountNode('http://127.0.0.1:1'),
  inboundNode({ wires: [['sink'], []], channels: ['Sms'], receivers: '+41795550100' }),
];

const CORE = 'core http in + http response';
const INBOUND = 'inbound message';

const rate = ({ ms }: Summary) => (CALLS * 1000) / ms;
const rateOfCpu = ({ cpuMs }: Summary) => (CALLS * 1000) / cpuMs;

async function run() {
  const found = new Map<string, Summary[]>();
  const contenders = Object.entries({ [INBOUND]: ours, [CORE]: core }).map(([name, nodes]) => ({
    name,
    measure: async () => {
      const summary = await runFlow(
        measuredFlow('', ...nodes),
        { count: CALLS, send: 'none', warmUp: WARM_UP },
        async (url, calls) => await callWebhook(`${url}${INBOUND_PATH}`, calls, AT_ONCE),
      );
      found.set(name, [...(found.get(name) ?? []), summary]);
      console.log(`${name}: ${perSecond(rate(summary))}, ${perSecond(rateOfCpu(summary))} of CPU`);
      return summary.ms;
    },
  }));
  await inTurn(contenders, ROUNDS);
  const of = (name: string, figure: (summary: Summary) => number) => (found.get(name) ?? []).map(figure);
  const goal = (what: string, figure: (summary: Summary) => number) =>
    atLeast(1, {
      what: `Node-RED, ${INBOUND}: ${what}`,
      against: CORE,
      ours: of(INBOUND, figure),
      theirs: of(CORE, figure),
      show: perSecond,
    });
  return {
    name: 'node-red-inbound',
    title: 'Node-RED: inbound messages',
    how: `${CALLS.toLocaleString('en-US')} calls, ${AT_ONCE} at once, each answered with 200 and delivered to the flow. Each run has its own Node-RED process and starts with ${WARM_UP.toLocaleString('en-US')} calls that do not count. This package’s side has the allow-list, parsing, a filter and the repeated-event filter; the other side has none of them.`,
    goals: [goal('calls per second', rate), goal('calls for each second of CPU', rateOfCpu)],
    figures: [
      medians(
        'Medians:',
        ['Flow', 'Calls per second', 'Calls for each second of CPU', 'CPU of all calls'],
        [INBOUND, CORE].map((name) => [
          name,
          of(name, rate),
          of(name, rateOfCpu),
          of(name, ({ cpuMs }) => cpuMs),
        ]),
        [perSecond, perSecond, milliseconds],
      ),
    ],
    notes: [
      'The limit: in a CPU profile, checking the caller and reading, filtering and remembering the event are about a tenth; the rest is Express, Node-RED’s own middleware and the socket, the same on both sides. During the first 3,000 calls, while V8 compiles, it is about 0.95 times as fast as core nodes, because there is more to compile.',
    ],
  };
}

export const nodeRedInbound: Section = { name: 'node-red-inbound', run };
