import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';

import { peerFolder } from '../peers';
import { megabytes, milliseconds, type GoalRow, type Section } from '../result';
import { inTurn, median, valuesOf, type Measured } from '../rounds';

const ROUNDS = 7;
const MOST_MS = 30;
const MOST_BYTES = 5e6;

const root = join(__dirname, '..', '..');
const packages = join(root, 'packages');
const n8nFolder = join(root, 'test', 'hosts', 'n8n', 'host');

/** A file that a platform loads, and what that platform has loaded already when it does. */
interface Loaded {
  name: string;
  file: string;
  /** Modules the platform has in memory before any package is loaded. */
  before: readonly string[];
  ours: boolean;
}

const manifest = z.object({
  n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
  'node-red': z.object({ nodes: z.record(z.string(), z.string()) }),
});

function filesToLoad(): Loaded[] {
  const { n8n, 'node-red': nodeRed } = manifest.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  // n8n itself has these, its own copies; Node-RED has neither of them in memory, only what belongs to Node.js.
  const inN8n = ['n8n-workflow', 'zod/v4'].map((name) => require.resolve(name, { paths: [root] }));
  const peerInN8n = [require.resolve('n8n-workflow', { paths: [n8nFolder] })];
  const baseNodes = join(n8nFolder, 'node_modules', 'n8n-nodes-base', 'dist', 'nodes');
  return [
    ...[...n8n.nodes, ...n8n.credentials].map((file) => ({
      name: `n8n: ${lastPart(file)}`,
      file: join(packages, 'n8n', file),
      before: inN8n,
      ours: true,
    })),
    ...Object.values(nodeRed.nodes).map((file) => ({
      name: `Node-RED: ${lastPart(file)}`,
      file: join(packages, 'node-red', file),
      before: IN_NODE_RED,
      ours: true,
    })),
    ...forComparison(),
    { name: WHATSAPP, file: join(baseNodes, 'WhatsApp', 'WhatsApp.node.js'), before: peerInN8n, ours: false },
    {
      name: TWILIO,
      file: join(peerFolder, 'node_modules', 'node-red-node-twilio', '56-twilio.js'),
      before: IN_NODE_RED,
      ours: false,
    },
  ];
}

/** What is loaded when it is needed instead of with the files; and two files one after another, as Node-RED loads them. */
function forComparison(): Loaded[] {
  const [first, second] = ['account', 'send'].map((name) =>
    join(packages, 'node-red', 'dist', 'node-red', `messaging-${name}`, `messaging-${name}.js`),
  );
  const found = ['zod/v4', 'axios'].map((name) => ({
    name: `${name}, loaded when it is needed`,
    file: require.resolve(name, { paths: [root] }),
    before: [],
    ours: false,
  }));
  const after = 'Node-RED: messaging-send.js after messaging-account.js';
  return [...found, { name: after, file: second ?? '', before: [first ?? ''], ours: false }];
}

/** Modules of Node.js that Node-RED loads for itself. */
const IN_NODE_RED = ['crypto', 'http', 'https'];

const WHATSAPP = 'n8n’s own WhatsApp node';
const TWILIO = 'node-red-node-twilio';

function lastPart(file: string): string {
  return file.split('/').at(-1) ?? file;
}

/**
 * Run by a new Node.js for each measurement: the CPU time of loading the file, and the memory it adds. Node-RED calls what a file
 * exports to register its nodes, and only then some packages load what they need; so that is part of it.
 */
const script = `
const [file, ...before] = process.argv.slice(1);
for (const each of before) require(each);
const RED = new Proxy(function () {}, { get: (_, key) => (key === Symbol.toPrimitive ? () => '' : RED), apply: () => RED });
gc();
const bytes = () => { const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
const atFirst = bytes();
const begun = process.cpuUsage();
const exported = require(file);
if (typeof exported === 'function' && exported.length === 1) exported(RED);
const { user, system } = process.cpuUsage(begun);
gc();
console.log(JSON.stringify({ ms: (user + system) / 1000, bytes: bytes() - atFirst }));
`;

const measurement = z.object({ ms: z.number(), bytes: z.number() });

function load({ file, before }: Loaded): z.infer<typeof measurement> {
  const output = execFileSync(process.execPath, ['--expose-gc', '-e', script, file, ...before], {
    encoding: 'utf8',
  });
  return measurement.parse(JSON.parse(output));
}

async function run() {
  const files = filesToLoad();
  const sizes = new Map<string, number[]>();
  const measured = await inTurn(
    files.map((each) => ({
      name: each.name,
      measure: () => {
        const { ms, bytes } = load(each);
        sizes.set(each.name, [...(sizes.get(each.name) ?? []), bytes]);
        return ms;
      },
    })),
    ROUNDS,
  );
  return {
    name: 'loading',
    title: 'Loading',
    how: 'Each file is loaded by itself, in a new Node.js, as the platform loads it. Time: CPU time, because the clock also counts what else the machine does. Memory: the increase of heap and buffers, after garbage collection. What the platform has in memory anyway is loaded first: n8n-workflow and zod in n8n, crypto and http of Node.js in Node-RED.',
    goals: files.flatMap((each) => (each.ours ? goalsOf(each, files, measured, sizes) : [])),
    figures: [
      {
        title: 'Medians:',
        rows: [
          ['File', 'Time', 'Memory'],
          ...files.map(({ name }) => [
            name,
            milliseconds(median(valuesOf(measured, name))),
            megabytes(median(valuesOf(sizes, name))),
          ]),
        ],
      },
    ],
    notes: [
      'A file loads only files of this package. In n8n, zod and the contract’s schemas are loaded with the first message; in Node-RED, they and axios are loaded with the first node of a flow that sends. The forms are made from the contract when the package is built.',
      'The build bundles the code into few files: as 30 to 70 single files, the Node-RED nodes took twice as long to load. The first node that is loaded pays for what all of them share.',
      'Milliseconds depend on the machine: on the same one at other hours, n8n’s WhatsApp node took 483 to 865 ms.',
    ],
  };
}

function goalsOf({ name }: Loaded, files: readonly Loaded[], times: Measured, sizes: Measured): GoalRow[] {
  const peer = name.startsWith('n8n') ? WHATSAPP : TWILIO;
  if (!files.some((each) => each.name === peer)) return [];
  const pair = (of: Measured) => [valuesOf(of, name), valuesOf(of, peer)] as const;
  const [ms, peerMs] = pair(times);
  const [bytes, peerBytes] = pair(sizes);
  const spread = (values: readonly number[]) =>
    `${milliseconds(Math.min(...values))} to ${milliseconds(Math.max(...values))}`;
  return [
    {
      what: `Loading ${name}`,
      against: peer,
      goal: `under ${MOST_MS} ms and ${megabytes(MOST_BYTES)}`,
      measured: `**${milliseconds(median(ms))}** (${spread(ms)}) and **${megabytes(median(bytes))}**; against ${milliseconds(median(peerMs))} and ${megabytes(median(peerBytes))}`,
      met: median(ms) < MOST_MS && median(bytes) < MOST_BYTES,
    },
  ];
}

export const loading: Section = { name: 'loading', run };
