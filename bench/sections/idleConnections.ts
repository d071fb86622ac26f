import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';

import { closeOld, httpsAgent } from '../../node-red/service/connections';
import { certificateFor } from '../../test/network/certificates';
import { atMost, microseconds, showRatio, type Section } from '../result';
import { cpuMicroseconds, inTurn, median, ratioOf, valuesOf } from '../rounds';
import { BenchService } from '../service';

/** Many short ones: their median is steadier than that of a few long ones. */
const ROUNDS = 41;
const AT_ONCE = 10;
/** More than the 20 ms that a connection may be idle while nothing is known about its server. */
const PAUSE_MS = 30;

interface Traffic {
  name: string;
  messages: number;
  /** Between one group of messages and the next. */
  pauseMs: number;
  /** Whether the service says how long it keeps idle connections. */
  announced: boolean;
}
const STEADY: Traffic = {
  name: 'no pause, the service says that it keeps connections for 120 seconds',
  messages: 2000,
  pauseMs: 0,
  announced: true,
};
const PAUSED: Traffic = {
  name: `a pause of ${PAUSE_MS} ms after each group, the service says nothing`,
  messages: 100,
  pauseMs: PAUSE_MS,
  announced: false,
};
const TRAFFIC = [STEADY, PAUSED];

const PLAIN = 'connections kept, nothing else';
const OURS = 'idle connections closed';

const body = JSON.stringify({
  channel: 'Sms',
  from: 'MyCompany',
  to: '+41791234567',
  content: {
    type: 'Text',
    text: 'Your order 4711 is on its way and arrives tomorrow between 10 and 12 o’clock.',
  },
});

/** Sends one message by an agent; `before` is what is done right before a request. */
function poster(url: string, httpsAgent: Agent, before?: () => void): () => Promise<void> {
  const http = axios.create({ httpsAgent, proxy: false });
  return async () => {
    before?.();
    await http.post(url, body);
  };
}

/** CPU time of this process for each message, in microseconds. */
async function cpuPerMessage(post: () => Promise<void>, { messages, pauseMs }: Traffic): Promise<number> {
  const before = cpuMicroseconds();
  for (let sent = 0; sent < messages; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, post));
    if (pauseMs > 0) await pause(pauseMs);
  }
  return (cpuMicroseconds() - before) / messages;
}

async function run() {
  const certificate = await certificateFor('127.0.0.1');
  const service = await BenchService.start(certificate);
  httpsAgent.options.ca = certificate.cert;
  const compared = [];
  for (const traffic of TRAFFIC) {
    const url = `${service.url}/api/v2/message${traffic.announced ? '' : '?unannounced'}`;
    const plain = new Agent({ keepAlive: true, ca: certificate.cert });
    const ways = [
      { name: PLAIN, post: poster(url, plain) },
      { name: OURS, post: poster(url, httpsAgent, closeOld) },
    ];
    const contenders = ways.map(({ name, post }) => ({ name, measure: () => cpuPerMessage(post, traffic) }));
    await inTurn(contenders, 2); // compiled before it counts
    const measured = await inTurn(contenders, ROUNDS);
    compared.push({ traffic, ours: valuesOf(measured, OURS), theirs: valuesOf(measured, PLAIN) });
  }
  await service.stop();
  return {
    name: 'idle-connections',
    title: 'Idle connections',
    how: `Node-RED does not reuse a connection that its server may be closing. CPU time of the process for one message by axios over TLS, in groups of ${AT_ONCE} at once, with that rule and without it.`,
    goals: compared
      .filter(({ traffic }) => traffic === STEADY)
      .map(({ ours, theirs }) =>
        atMost(1.1, {
          what: 'CPU of a message: idle connections closed, messages without a pause',
          against: PLAIN,
          ours,
          theirs,
          show: microseconds,
        }),
      ),
    figures: [
      {
        title: 'CPU time for one message:',
        rows: [
          ['Messages', PLAIN, OURS, 'Ratio'],
          ...compared.map(({ traffic, ours, theirs }) => [
            traffic.name,
            microseconds(median(theirs)),
            microseconds(median(ours)),
            showRatio(ratioOf(ours, theirs)),
          ]),
        ],
      },
    ],
    notes: [
      'The rule costs most if nothing is known about the server and more than 20 ms pass between messages: each message then opens a connection, with a TLS handshake.',
    ],
  };
}

export const idleConnections: Section = { name: 'idle-connections', run };
