import { accountNode, batchNode, sendNode, typed } from '../../test/hosts/node-red/flows';
import type { FlowNode } from '../../test/hosts/node-red/nodeRedServer';
import { measuredFlow, runFlow, type Sending, type Summary } from '../node-red/flood';
import { atLeast, atMost, megabytes, medians, milliseconds, perSecond, type Section } from '../result';
import { inTurn } from '../rounds';
import { BenchService } from '../service';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const MESSAGES = 10_000;
const AT_ONCE = 50;
const FEWER_AT_ONCE = 10;

/** To the number that the source names. */
const toEach = { to: typed('msg', 'to'), wires: [['sink'], []] };
const at = { x: 100, y: 100, z: 'tab' };

/** A core node that does the same POST with the same credentials. */
function httpRequest(url: string, persist: boolean): FlowNode {
  return {
    id: 'request',
    type: 'http request',
    method: 'POST',
    ret: 'obj',
    url: `${url}/api/v2/message`,
    persist,
    authType: 'basic',
    credentials: { user: 'demo', password: 'demo' },
    headers: [],
    senderr: false,
    wires: [['sink']],
    ...at,
  };
}

/** The least that a node in this place can cost: it hands every message on. */
const emptyFunction: FlowNode = {
  id: 'function',
  type: 'function',
  func: 'return msg;',
  outputs: 1,
  wires: [['sink']],
  ...at,
};

/** The same POST by axios and nothing else: what is left for everything that a sending node does. */
function axiosAlone(url: string, atOnce: number): FlowNode {
  return {
    id: 'request',
    type: 'bench-axios',
    url: `${url}/api/v2/message`,
    atOnce,
    wires: [['sink']],
    ...at,
  };
}

/** What a person would build of core nodes instead of messaging-batch: nothing is checked, and no message has a result of its own. */
function coreBatch(url: string): FlowNode[] {
  const step = (id: string, func: string, to: string): FlowNode => ({
    ...{ id, type: 'function', func: `${func}; return msg;`, outputs: 1, wires: [[to]] },
    ...at,
  });
  const entry =
    "{ channel: 'Sms', from: 'Sandbox', to: msg.to, content: { type: 'Text', text: msg.payload } }";
  const joining = { mode: 'custom', build: 'array', property: 'payload', propertyType: 'msg', count: '100' };
  return [
    step('make', `msg.payload = ${entry}`, 'join'),
    { id: 'join', type: 'join', ...joining, wires: [['body']], ...at },
    step('body', 'msg.payload = { messages: msg.payload }', 'request'),
    { ...httpRequest(url, false), url: `${url}/api/v2/messagelist`, wires: [['take']] },
    step('take', 'msg.payload = msg.payload.messages', 'split'),
    { id: 'split', type: 'split', arraySplt: 1, arraySpltType: 'len', wires: [['sink']], ...at },
  ];
}

interface Flow {
  name: string;
  flow: FlowNode[];
  send: Sending;
  /** In the service's milliseconds: with which it is measured. */
  delays: readonly number[];
}

const REQUEST = 'core http request';
const KEPT = 'core http request, connections kept';
const SEND = `send, ${AT_ONCE} at once (default)`;
const SEND_FEWER = `send, ${FEWER_AT_ONCE} at once`;
const BATCH = 'batch, collected by 100 (default)';
const ARRAY = 'batch, one array';
const CORE_BATCH = 'function, join, http request and split';
const AXIOS = `axios alone, ${AT_ONCE} at once`;
const FLOOR = 'empty function node';
const NOTHING = 'nothing between source and sink';

function flowsFor(url: string): Flow[] {
  const sending = (maxInFlight: number) =>
    measuredFlow('send', accountNode(url, { maxInFlight }), sendNode(toEach));
  const account = accountNode(url, { maxInFlight: AT_ONCE });
  const batching = measuredFlow('batch', account, batchNode(toEach));
  return [
    {
      name: REQUEST,
      flow: measuredFlow('request', httpRequest(url, false)),
      send: 'request',
      delays: [0, 20],
    },
    { name: KEPT, flow: measuredFlow('request', httpRequest(url, true)), send: 'request', delays: [0] },
    { name: SEND, flow: sending(AT_ONCE), send: 'each', delays: [0, 20] },
    { name: SEND_FEWER, flow: sending(FEWER_AT_ONCE), send: 'each', delays: [20] },
    { name: BATCH, flow: batching, send: 'each', delays: [0, 20] },
    { name: ARRAY, flow: batching, send: 'array', delays: [0, 20] },
    { name: CORE_BATCH, flow: measuredFlow('make', ...coreBatch(url)), send: 'each', delays: [0, 20] },
    {
      name: AXIOS,
      flow: measuredFlow('request', axiosAlone(url, AT_ONCE)),
      send: 'request',
      delays: [0, 20],
    },
    { name: FLOOR, flow: measuredFlow('function', emptyFunction), send: 'each', delays: [0, 20] },
    { name: NOTHING, flow: measuredFlow('sink'), send: 'each', delays: [0] },
  ];
}

type Measured = Summary & { mostInFlight: number };

const rate = ({ ms }: Measured) => (MESSAGES * 1000) / ms;
/** What a core of its own would allow; with a service that answers at once nothing but computing limits the throughput. */
const rateOfCpu = ({ cpuMs }: Measured) => (MESSAGES * 1000) / cpuMs;

async function run() {
  const service = await BenchService.start();
  const flows = flowsFor(service.url);
  const found = new Map<string, Measured[]>();
  for (const delay of [0, 20]) {
    const contenders = flows
      .filter(({ delays }) => delays.includes(delay))
      .map(({ name, flow, send }) => ({
        name,
        measure: async () => {
          await service.answerAfter(delay);
          const summary = await runFlow(flow, { count: MESSAGES, send });
          const { mostInFlight } = await service.counts();
          const key = `${name} ${delay}`;
          const measured = { ...summary, mostInFlight };
          found.set(key, [...(found.get(key) ?? []), measured]);
          console.log(`${name}, ${delay} ms: ${perSecond(rate(measured))}, ${megabytes(summary.peak)}`);
          return summary.ms;
        },
      }));
    await inTurn(contenders, ROUNDS);
  }
  await service.stop();
  const of = (name: string, delay: number, figure: (measured: Measured) => number) =>
    (found.get(`${name} ${delay}`) ?? []).map(figure);
  const p99 = (measured: Measured) => measured.p99;
  const peak = (measured: Measured) => measured.peak;
  const added = (measured: Measured) => measured.peak - measured.rss;
  const compare = (name: string, delay: number, figure: (measured: Measured) => number) => ({
    against: REQUEST,
    ours: of(name, delay, figure),
    theirs: of(REQUEST, delay, figure),
  });
  const time = ({ ms }: Measured) => ms;
  const batchGoal = (most: number, against: string) =>
    atMost(most, {
      what: `Node-RED, ${BATCH}: time for ${MESSAGES.toLocaleString('en-US')} messages; service answers in 20 ms`,
      against,
      ours: of(BATCH, 20, time),
      theirs: of(against, 20, time),
      show: milliseconds,
    });
  const throughputAt = (delay: number, where: string) => {
    if (delay === 0) {
      const what = `Node-RED, ${SEND}: throughput for each second of CPU; ${where}`;
      return [atLeast(2, { what, ...compare(SEND, delay, rateOfCpu), show: perSecond })];
    }
    // The service's time allows 50 at once no more than 2,500/s, while core's node opens thousands of requests.
    const what = `Node-RED, ${SEND}: throughput; ${where}`;
    const alone = { against: AXIOS, ours: of(SEND, delay, rate), theirs: of(AXIOS, delay, rate) };
    return [
      atLeast(1, { what, ...compare(SEND, delay, rate), show: perSecond }),
      atLeast(0.9, { what, ...alone, show: perSecond }),
    ];
  };
  const goalsAt = (delay: number) => {
    const where = delay === 0 ? 'service answers at once' : `service answers in ${delay} ms`;
    return [
      ...throughputAt(delay, where),
      atMost(1, {
        what: `Node-RED, ${SEND}: p99; ${where}`,
        ...compare(SEND, delay, p99),
        show: milliseconds,
      }),
      atMost(1 / 3, {
        what: `Node-RED, ${SEND}: peak of memory; ${where}`,
        ...compare(SEND, delay, peak),
        show: megabytes,
      }),
      ...(delay === 0 ? [] : [batchGoal(2.5, FLOOR), batchGoal(2, CORE_BATCH)]),
    ];
  };
  const head = [
    'Flow',
    'Throughput',
    'p99',
    'Peak of memory',
    'of it by the run',
    'Heap at its peak',
    'CPU',
    'Most in flight',
  ];
  const show = [perSecond, milliseconds, megabytes, megabytes, megabytes, milliseconds, String];
  const figuresAt = (delay: number, title: string) =>
    medians(
      title,
      head,
      flows
        .filter(({ delays }) => delays.includes(delay))
        .map(({ name }) => [
          name,
          of(name, delay, rate),
          of(name, delay, p99),
          of(name, delay, peak),
          of(name, delay, added),
          of(name, delay, ({ heap }) => heap),
          of(name, delay, ({ cpuMs }) => cpuMs),
          of(name, delay, ({ mostInFlight }) => mostInFlight),
        ]),
      show,
    );
  return {
    name: 'node-red-send',
    title: 'Node-RED: 10,000 messages at once',
    how: `A node gives out ${MESSAGES.toLocaleString('en-US')} messages at once, and a sink takes the results. Each run has its own Node-RED process. Throughput: until the last message has arrived at the sink. p99: the time from source to sink. Memory: the peak of the resident memory of the whole process.`,
    goals: [...goalsAt(0), ...goalsAt(20)],
    figures: [
      figuresAt(0, 'A service that answers at once:'),
      figuresAt(20, 'A service that answers in 20 ms:'),
    ],
    notes: [
      'With a service that answers at once, the CPU time of Node-RED is what counts: the two cores also run the service and the benchmark, which the clock would include.',
      'The limit of send: axios alone takes most of its CPU time, in the same Node-RED and without checking, tidying, reading or reporting anything (see the figures). Send already leaves out most of what axios does around a request.',
      `The limit of batch, by a profile of the run: Node-RED hands each message in and out, as for the empty function node; garbage collection takes a seventh of the CPU time, filling in the form an eighth, checking a tenth, and nothing else more than a sixteenth. The empty function node does none of this: Node-RED’s own nodes for the same work (${CORE_BATCH}), which check nothing and give no message a result of its own, are the fairer peer, and take more than twice its time.`,
      'The limit of memory: a Node-RED whose flow does nothing takes more than half of the peak of send. A waiting message takes 1 kB: its request is made when it arrives, with the values of that moment. V8 keeps what old objects refer to, such as the result in a message that has waited, until a full collection; the heap has about 150 MB before one and 60 MB after it.',
      'http request begins all requests at once; send and batch never have more in flight than the account allows. At 20 ms, 10 in flight allow at most 500 messages a second, whatever a node does.',
    ],
  };
}

export const nodeRedSend: Section = { name: 'node-red-send', run };
