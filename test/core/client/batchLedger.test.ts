import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import { isRecord } from '../../../core/reading';
import type { Sandbox } from '../../../sandbox';
import { SEED, ledgerSandbox } from '../../faults/ledger';
import { printFigure } from '../../figures';
import { listen } from '../../network/listening';
import { volume } from '../../volume';
import { checked, clientOf } from './server';

const BATCHES = volume({ full: 500, quick: 60 });
const SIZE = 20;

interface Sent {
  customerid: string;
  to?: string;
  toList?: Array<{ address: string }>;
}
type Results = Array<Record<string, unknown>>;

const recipientOf = ({ to, toList }: Sent) => to ?? toList?.[0]?.address;
const named = (results: Results, name: (sent: Sent) => object, sent: Sent[]): Results =>
  results.map((result, index) => ({ ...result, ...(sent[index] === undefined ? {} : name(sent[index])) }));
const turned = (results: Results): Results => [...results.slice(7), ...results.slice(0, 7)].reverse();

/** What can become of the results of a batch on their way. */
const ways: Array<[string, (results: Results, sent: Sent[]) => Results, 'told' | 'open']> = [
  ['as they are', (results) => results, 'told'],
  [
    'in another order, with recipients',
    (results, sent) => turned(named(results, (each) => ({ to: recipientOf(each) }), sent)),
    'told',
  ],
  [
    'in another order, with references',
    (results, sent) => turned(named(results, ({ customerid }) => ({ customerid }), sent)),
    'told',
  ],
  [
    'in another order, with references by another name',
    (results, sent) => turned(named(results, ({ customerid }) => ({ clientRef: customerid }), sent)),
    'told',
  ],
  [
    'in another order, one without a name',
    (results, sent) =>
      turned(
        results.map((result, index) =>
          index === 3 ? result : { ...result, customerid: sent[index]?.customerid },
        ),
      ),
    'told',
  ],
  ['one is missing', (results) => results.slice(1), 'open'],
  ['one is there twice', (results) => [...results, ...results.slice(0, 1)], 'open'],
  [
    'the results of others',
    (results) => results.map((result, index) => ({ ...result, customerid: `another ${index}` })),
    'open',
  ],
];

let sandbox: Sandbox;
let front: Server;
let url = '';
let way = 0;
beforeAll(async () => {
  sandbox = await ledgerSandbox(clientPassword);
  front = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const { authorization = '' } = request.headers;
      const answer = await fetch(sandbox.url + String(request.url), {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json' },
      });
      const given: unknown = await answer.json();
      const { messages } = JSON.parse(body) as { messages: Sent[] };
      const results =
        isRecord(given) && Array.isArray(given['messages']) ? (given['messages'] as Results) : [];
      const changed = ways[way]?.[1](results, messages) ?? results;
      response.writeHead(answer.status).end(JSON.stringify({ ...Object(given), messages: changed }));
    })();
  });
  url = `http://127.0.0.1:${await listen(front)}`;
});
afterAll(async () => {
  front?.close();
  front?.closeAllConnections();
  await sandbox?.close();
});

const clientPassword = 'pässwörd: 1';

it(`what is told of the messages of ${BATCHES} batches is what the ledger says, in whatever order it comes`, async () => {
  const client = clientOf({ url });
  const disagreements: string[] = [];
  const counts: Record<string, number> = {};
  for (let batch = 0; batch < BATCHES; batch += 1) {
    way = batch % ways.length;
    const [name, , expected] = ways[way] ?? ['', undefined, 'open'];
    const messages = Array.from({ length: SIZE }, (_, index) => ({
      channel: 'Sms',
      from: 'Test',
      customerid: `${batch}-${index}`,
      content: { type: 'Text', text: 'Hello' },
      // Nobody of this name is in the address book: the service refuses it.
      ...((index * 7 + batch + SEED) % 4 === 0
        ? { toList: [{ type: 'Person', address: `Nobody ${batch} ${index}` }] }
        : { to: `+4179${1_000_000 + batch * SIZE + index}` }),
    }));
    const { entries } = await client.sendBatch(await checked(...messages));
    const taken = new Set(sandbox.messages().map(({ customerid }) => customerid));
    entries.forEach((entry, index) => {
      const id = messages[index]?.customerid ?? '';
      const told = entry.ok ? 'accepted' : entry.error.outcome;
      counts[told] = (counts[told] ?? 0) + 1;
      const right =
        told === 'accepted' ? taken.has(id) : told === 'rejected' ? !taken.has(id) : expected === 'open';
      if (!right)
        disagreements.push(`${name}, ${id}: told ${told}, ${taken.has(id) ? '' : 'not '}in the ledger`);
    });
  }
  printFigure(`Ledger test of batches: ${BATCHES * SIZE} messages; ${JSON.stringify(counts)}`);
  expect(disagreements).toEqual([]);
  expect(Object.keys(counts).sort()).toEqual(['accepted', 'rejected', 'unknown']);
}, 600_000);
