import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { isRecord } from '../../core/reading';
import type { Sandbox } from '../../sandbox';
import { listen } from '../network/listening';
import { SEED } from '../seed';
import { type Outcome } from './ledger';

/** How many messages a batch holds. */
export const SIZE = 20;

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

interface Way {
  name: string;
  change(results: Results, sent: Sent[]): Results;
  /** Whether the answer still says what became of each message. */
  tells: boolean;
}

/** What can happen to the results of a batch on their way. */
const ways: Way[] = [
  { name: 'as they are', tells: true, change: (results) => results },
  {
    name: 'in another order, with recipients',
    tells: false,
    change: (results, sent) => turned(named(results, (each) => ({ to: recipientOf(each) }), sent)),
  },
  {
    name: 'with recipients, of which some are national or hidden',
    tells: true,
    change: (results, sent) =>
      named(results, (each) => ({ msisdn: recipientOf(each)?.replace(/^\+41/, '0') }), sent),
  },
  {
    name: 'with fields that say nothing',
    tells: true,
    change: (results) => results.map((result) => ({ ...result, maxErrors: 5, expiredAt: null })),
  },
  {
    name: 'one id for all',
    tells: false,
    change: (results) => results.map((result) => ('messageId' in result ? { messageId: 'id-1' } : result)),
  },
  { name: 'one is missing', tells: false, change: (results) => results.slice(1) },
  { name: 'one is there twice', tells: false, change: (results) => [...results, ...results.slice(0, 1)] },
  {
    name: 'the results of others',
    tells: false,
    change: (results) => results.map((result, index) => ({ ...result, to: `+41780${1_000_000 + index}` })),
  },
];

/** What happens to the batch that a message belongs to. */
function wayOf(customerid: string): Way {
  const way = ways[Number.parseInt(customerid, 10) % ways.length];
  if (way === undefined) throw new Error(`${customerid} belongs to no batch`);
  return way;
}

/** The messages of so many batches; the service refuses a part of each. */
export function planBatches(count: number) {
  return Array.from({ length: count }, (_, batch) =>
    Array.from({ length: SIZE }, (_, index) => ({
      channel: 'Sms',
      from: 'Test',
      customerid: `${batch}-${index}`,
      content: { type: 'Text', text: 'Hello' },
      // The address book has nobody of this name, so the service refuses it.
      ...((index * 7 + batch + SEED) % 4 === 0
        ? { toList: [{ type: 'Person', address: `Nobody ${batch} ${index}` }] }
        : { to: `+4179${1_000_000 + batch * SIZE + index}` }),
    })),
  );
}

/** A server in front of the sandbox that changes the results of batches on their way back. */
export async function startTurning(sandbox: Sandbox): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
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
      const changed = wayOf(messages[0]?.customerid ?? '').change(results, messages);
      response.writeHead(answer.status).end(JSON.stringify({ ...Object(given), messages: changed }));
    })();
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Holds what was told of each message against the ledger of the sandbox.
 * @returns a sentence for each disagreement
 */
export function batchDisagreements(
  batches: ReturnType<typeof planBatches>,
  outcomes: readonly Outcome[],
  sandbox: Sandbox,
): string[] {
  const taken = new Set(sandbox.messages().map(({ customerid }) => customerid));
  const toldOf = new Map(outcomes.map(({ customerid, told }) => [customerid, told]));
  const planned = batches.flat();
  const problems = planned.flatMap(({ customerid }) => {
    const { name, tells } = wayOf(customerid);
    const told = toldOf.get(customerid);
    const isTaken = taken.has(customerid);
    const right =
      told === 'accepted' ? isTaken : told === 'rejected' ? !isTaken : told === 'unknown' && !tells;
    return right ? [] : [`${name}, ${customerid}: told ${told}, ${isTaken ? '' : 'not '}in the ledger`];
  });
  return outcomes.length === planned.length
    ? problems
    : [...problems, `${outcomes.length} outcomes of ${planned.length} messages`];
}

/** The figures of a run. */
export function batchSummary(sender: string, outcomes: readonly Outcome[]): string {
  const counts: Record<string, number> = {};
  for (const { told } of outcomes) counts[told] = (counts[told] ?? 0) + 1;
  return `Ledger test of batches by ${sender}: ${outcomes.length} messages; ${JSON.stringify(counts)}`;
}
