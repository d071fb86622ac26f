import axios from 'axios';

import { checkMessage, Client, createLimiter, pagesOf } from '../../core/client';
import type { AccountSettings } from '../../core/client';
import { endpointUrl } from '../../core/client/calls/account';
import { axiosTransport } from '../../node-red/service/axiosTransport';
import { atMost, medians, microseconds, type Section } from '../result';
import { cpuMicroseconds, inTurn, valuesOf } from '../rounds';
import { BenchService } from '../service';

const ROUNDS = 9;
const MESSAGES = 2000;
const AT_ONCE = 10;

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
async function cpuPerMessage(work: () => unknown): Promise<number> {
  const limiter = createLimiter(AT_ONCE);
  const before = cpuMicroseconds();
  await Promise.all(Array.from({ length: MESSAGES }, () => limiter.run(async () => await work())));
  return (cpuMicroseconds() - before) / MESSAGES;
}

const POST = 'JSON.stringify + bare axios post';
const PREPARE = 'validate + count pages + build the request';
const WITHOUT_NETWORK = 'all of the client: the same, retry, and reading the answer';
const WHOLE = 'the client over the transport of Node-RED, network included';

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
  const works: Array<[string, () => unknown]> = [
    [POST, post],
    [PREPARE, prepare],
    [WITHOUT_NETWORK, async () => offline.send(await checkMessage(request))],
    [WHOLE, async () => online.send(await checkMessage(request))],
  ];
  const contenders = works.map(([name, work]) => ({ name, measure: () => cpuPerMessage(work) }));
  await inTurn(contenders, 2);
  const measured = await inTurn(contenders, ROUNDS);
  await service.stop();
  const against = { against: POST, theirs: valuesOf(measured, POST), show: microseconds };
  return {
    name: 'cpu',
    title: 'CPU of a message',
    how: `CPU time of the process for one SMS out of ${MESSAGES}, ${AT_ONCE} at once, to a service that answers at once. What this package adds is compared with the cost of the request itself.`,
    goals: [
      atMost(0.1, { what: `CPU of a message: ${PREPARE}`, ours: valuesOf(measured, PREPARE), ...against }),
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
