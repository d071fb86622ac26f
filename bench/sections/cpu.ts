import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';

import { checkMessage, Client, createLimiter, pagesOf } from '../../core/client';
import type { AccountSettings } from '../../core/client';
import { endpointUrl } from '../../core/client/calls/account';
import { JournalFile } from '../../node-red/journal/journalFile';
import { axiosTransport } from '../../node-red/service/axiosTransport';
import { atMost, medians, microseconds, type Section } from '../result';
import { cpuMicroseconds, inTurn, median, valuesOf } from '../rounds';
import { BenchService } from '../service';

const ROUNDS = 9;
const MESSAGES = 2000;
const AT_ONCE = 10;
/** As many as Node-RED's account allows, unless it is set otherwise. */
const JOURNAL_AT_ONCE = 50;

const request = {
  channel: 'Sms',
  from: 'MyCompany',
  to: '+41791234567',
  customerid: 'order-4711',
  content: {
    type: 'Text',
    text: 'Your order 4711 is on its way and arrives tomorrow between 10 and 12 o’clock.',
  },
};

/** CPU time of this process for each message, in microseconds. */
async function cpuPerMessage(work: () => unknown, atOnce: number): Promise<number> {
  const limiter = createLimiter(atOnce);
  const before = cpuMicroseconds();
  await Promise.all(Array.from({ length: MESSAGES }, () => limiter.run(async () => await work())));
  return (cpuMicroseconds() - before) / MESSAGES;
}

const POST = 'JSON.stringify + bare axios post';
const PREPARE = 'validate + count pages + build the request';
const WITHOUT_NETWORK = 'all of the client: the same, retry, and reading the answer';
const WHOLE = 'the client over the transport of Node-RED, network included';
const JOURNAL = `a record in the journal of Node-RED, synced and removed again, ${JOURNAL_AT_ONCE} at once`;
const MOST_JOURNAL_US = 1000;

async function run() {
  const service = await BenchService.start();
  const account: AccountSettings = { baseUrl: service.url, version: 2, versionIn: 'path' };
  const credentials = { username: 'demo', password: 'demo' };
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json; charset=utf-8',
    Authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}`,
  };
  const answered = { status: 200, headers: {}, body: '{"messageId":"id-1"}' };
  const offline = new Client({ account, transport: () => Promise.resolve(answered) });
  const online = new Client({ account, transport: axiosTransport(credentials) });
  const prepare = async () => {
    const message = await checkMessage(request);
    return [pagesOf(message), endpointUrl(account, 'message'), JSON.stringify(message)];
  };
  const post = () => axios.post(`${service.url}/api/v2/message`, JSON.stringify(request), { headers });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const journal = new JournalFile(join(folder, 'account.jsonl'), (notice) => console.error(notice));
  const record = async () => {
    const name = `sending node ${randomUUID()}`;
    await journal.set([[name, request]]);
    await journal.remove([name]);
  };
  const works: Array<[string, () => unknown, atOnce?: number]> = [
    [POST, post],
    [PREPARE, prepare],
    [WITHOUT_NETWORK, async () => offline.send(await checkMessage(request))],
    [WHOLE, async () => online.send(await checkMessage(request))],
    [JOURNAL, record, JOURNAL_AT_ONCE],
  ];
  const contenders = works.map(([name, work, atOnce = AT_ONCE]) => ({
    name,
    measure: () => cpuPerMessage(work, atOnce),
  }));
  await inTurn(contenders, 2);
  const measured = await inTurn(contenders, ROUNDS);
  await service.stop();
  await journal.close();
  rmSync(folder, { recursive: true });
  const inJournal = median(valuesOf(measured, JOURNAL));
  const against = { against: POST, theirs: valuesOf(measured, POST), show: microseconds };
  return {
    name: 'cpu',
    title: 'CPU of a message',
    how: `CPU time of the process for one SMS out of ${MESSAGES}, ${AT_ONCE} at once, to a service that answers at once. What this package adds is compared with the cost of the request itself.`,
    goals: [
      atMost(0.1, { what: `CPU of a message: ${PREPARE}`, ours: valuesOf(measured, PREPARE), ...against }),
      {
        what: `CPU of a message: ${JOURNAL}`,
        against: 'itself',
        goal: 'under 1 ms',
        measured: `**${microseconds(inJournal)}**`,
        met: inJournal < MOST_JOURNAL_US,
      },
    ],
    figures: [
      medians(
        'CPU time for one message:',
        ['Work', 'CPU'],
        works.map(([name]) => [name, valuesOf(measured, name)] as const),
        [microseconds],
      ),
    ],
    notes: [],
  };
}

export const cpu: Section = { name: 'cpu', run };
