import fc from 'fast-check';

import { checkMessage, TransportFailure, type Transport } from '../../core/client';
import { useFakeClock } from '../fakeClock';
import { sendNode } from '../hosts/node-red/flows';
import { further, smsChannel } from '../hosts/node-red/asking';
import type { Message } from '../hosts/node-red/nodeRedServer';
import { volume } from '../volume';
import { FakeDisk } from './fakeDisk';
import { FakeNodeRed } from './fakeNodeRed';

/** What the mocks below belong to: the process that runs now. */
const mockNow: { disk: FakeDisk; transport: Transport } = Object({});
jest.mock('fs/promises', () => ({ readdir: async () => [], stat: async () => undefined }));
jest.mock('../../node-red/journal/disk', () => ({
  get realDisk() {
    return mockNow.disk;
  },
}));
jest.mock('../../node-red/journal/fileLock', () => ({
  FileLock: class {
    take = async () => undefined;
    release = async () => undefined;
  },
}));
jest.mock('../../node-red/service/axiosTransport', () => ({
  axiosTransport: () => mockNow.transport,
  loadHttp: async () => undefined,
}));

/** `OUTBOX_RUNS` sets the number of schedules. */
const RUNS = Number(process.env['OUTBOX_RUNS'] ?? volume({ full: 10_000, quick: 300 }));
const FILE = '/user/messaging-service/account.jsonl';
const TO = '+41791110001';

const commands = [
  ...['arrive', 'arrive', 'arrive', 'moment', 'moment', 'seconds', 'seconds', 'minute'],
  ...['delivered', 'delivered', 'not delivered', 'not delivered'],
  ...['deploy', 'deploy', 'disable', 'delete', 'come back', 'kill', 'write fails'],
] as const;
const services = ['accepts', 'refuses', 'breaks off', 'is away', 'asks to wait'] as const;
type Command = (typeof commands)[number] | `service ${(typeof services)[number]}`;
const command: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: fc.constantFrom(...commands), weight: 4 },
  {
    arbitrary: fc.constantFrom('accepts', ...services).map((each): Command => `service ${each}`),
    weight: 1,
  },
);
const nodes = {
  channels: further([smsChannel], { keepTrying: 0 }),
  'channels and keep trying': further([smsChannel], { keepTrying: 3 }),
  'accepted by one': further([smsChannel], { countsAs: 'accepted' }),
  'keep trying': { ...further([]), keepTrying: 3 },
};

/** What became of a message, as the service and the flow see it. */
interface Seen {
  accepted: string[];
  outcomes: string[];
  /** It was not on the disk when the process was killed, or the node went. */
  mayBeLost: boolean;
  /** Its outcome had come out before. */
  mayRepeat: boolean;
}

/** What outlives the process, and what the service and the flow have seen. */
class World {
  readonly seen = new Map<string, Seen>();
  readonly states = new Map<string, { state: string; isFinal: boolean }>();
  service: (typeof services)[number] = 'accepts';
  kills = 0;
  private place: 'on' | 'disabled' | 'deleted' = 'on';
  private deploysWithout = 0;
  private process: FakeNodeRed;

  constructor(private readonly settings: object) {
    mockNow.disk = new FakeDisk();
    this.process = this.started();
  }

  private started(): FakeNodeRed {
    const passedOn = ({ _msgid = '', payload, error }: Message, port: number) =>
      this.of(_msgid).outcomes.push(String(Object(port === 0 ? payload : error).outcome));
    const transport: Transport = (request) => {
      if (process.isDead) return new Promise(() => undefined);
      return this.call(request).then((answer) => (process.isDead ? new Promise(() => undefined) : answer));
    };
    mockNow.transport = transport;
    const process = new FakeNodeRed(passedOn);
    return process;
  }

  private of(id: string): Seen {
    const seen = this.seen.get(id) ?? { accepted: [], outcomes: [], mayBeLost: false, mayRepeat: false };
    this.seen.set(id, seen);
    return seen;
  }

  private async call({ method, url, body }: Parameters<Transport>[0]): ReturnType<Transport> {
    const mode = this.service;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answer = (status: number, content: object, headers = {}) => ({
      ...{ status, headers },
      body: JSON.stringify(content),
    });
    if (mode === 'is away') throw new TransportFailure({ message: 'No connection', nothingSent: true });
    if (mode === 'asks to wait') return answer(503, { message: 'Later' }, { 'retry-after': '7' });
    if (method === 'GET') {
      const messageId = url.slice(url.lastIndexOf('/') + 1);
      return answer(200, { messageId, status: this.states.get(messageId)?.state ?? 'Sent' });
    }
    const { channel, content } = JSON.parse(String(body));
    if (mode === 'refuses') return answer(400, { message: 'No' });
    const messageId = `${content.text}-${channel}`;
    this.of(content.text).accepted.push(channel);
    this.states.set(messageId, { state: 'Sent', isFinal: false });
    if (mode === 'breaks off') throw new TransportFailure({ message: 'Reset', nothingSent: false });
    return answer(200, { messageId });
  }

  async run(each: Command): Promise<void> {
    if (each.startsWith('service ')) {
      this.service = services.find((mode) => each.endsWith(mode)) ?? 'accepts';
      return;
    }
    switch (each) {
      case 'arrive': {
        const id = `m${this.seen.size + 1}.`;
        if (this.place === 'on') this.of(id);
        return this.process.node('send')?.receive({ _msgid: id, to: TO, payload: id });
      }
      case 'moment':
        return jest.advanceTimersByTimeAsync(100).then(() => undefined);
      case 'seconds':
        return jest.advanceTimersByTimeAsync(4000).then(() => undefined);
      case 'minute':
        return jest.advanceTimersByTimeAsync(61_000).then(() => undefined);
      case 'delivered':
      case 'not delivered': {
        const open = [...this.states.values()].find(({ isFinal }) => !isFinal);
        if (open)
          Object.assign(open, { isFinal: true, state: each === 'delivered' ? 'Delivered' : 'Failed' });
        return;
      }
      case 'write fails':
        mockNow.disk.failing = 1;
        return;
      case 'disable':
        return this.deploy('disabled');
      case 'delete':
        return this.deploy('deleted');
      case 'come back':
        return this.deploy('on');
      case 'deploy':
        return this.deploy(this.place);
      case 'kill':
        return this.kill();
    }
  }

  private async deploy(place: World['place']): Promise<void> {
    if (place !== 'on') this.endUnrecorded();
    this.place = place;
    this.deploysWithout = place === 'deleted' ? this.deploysWithout + 1 : 0;
    // It ends what the node has kept.
    if (this.deploysWithout > 1) for (const seen of this.seen.values()) seen.mayBeLost = true;
    const node = { ...sendNode({ ...this.settings, keepTryingUnit: 'minutes' }) };
    const deploying = this.process.deploy(place === 'on' ? [node] : [], place === 'deleted' ? [] : ['send']);
    let isDone = false;
    void deploying.then(() => (isDone = true));
    for (let ms = 0; !isDone && ms < 20_000; ms += 50) await jest.advanceTimersByTimeAsync(50);
    await deploying;
  }

  private async kill(): Promise<void> {
    this.kills += 1;
    this.process.isDead = true;
    for (const seen of this.seen.values()) if (seen.outcomes.length > 0) seen.mayRepeat = true;
    this.endUnrecorded();
    mockNow.disk = mockNow.disk.restarted(1);
    this.process = this.started();
    await this.deploy(this.place);
  }

  private endUnrecorded(): void {
    // A line that was written in part records nothing.
    const recorded = (mockNow.disk.content(FILE) ?? '').split('\n').slice(0, -1).join();
    for (const [id, seen] of this.seen) if (!recorded.includes(`"${id}"`)) seen.mayBeLost = true;
  }

  /** Lets everything end. */
  async settle(): Promise<void> {
    this.service = 'accepts';
    await this.deploy('on');
    for (let minutes = 0; minutes < 6; minutes += 1) await jest.advanceTimersByTimeAsync(60_000);
  }
}

beforeAll(async () => {
  // Loads the contract, which fake timers would hold up.
  await checkMessage({ channel: 'Sms', from: 'Me', to: TO, content: { type: 'Text', text: '?' } });
});
useFakeClock();

test.each(Object.entries(nodes))(
  '%s: nothing goes twice, nothing is lost, one outcome each',
  async (_, node) => {
    const count = { kills: 0, ended: 0, several: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 24, size: 'max' }), async (schedule) => {
        const world = new World(node);
        await world.run('come back');
        for (const each of schedule) await world.run(each);
        await world.settle();
        count.kills += world.kills;
        for (const [id, { accepted, outcomes, mayBeLost, mayRepeat }] of world.seen) {
          count.ended += outcomes.length;
          count.several += accepted.length > 1 ? 1 : 0;
          const what = { id, accepted, outcomes };
          expect({ ...what, twice: new Set(accepted).size < accepted.length }).toEqual({
            ...what,
            twice: false,
          });
          if (!mayBeLost) expect({ ...what, lost: outcomes.length === 0 }).toEqual({ ...what, lost: false });
          if (!mayRepeat)
            expect({ ...what, repeated: outcomes.length > 1 }).toEqual({ ...what, repeated: false });
          const isSent = accepted.length > 0;
          if (outcomes.includes('accepted')) expect({ ...what, isSent }).toEqual({ ...what, isSent: true });
          if (outcomes.includes('not_sent')) expect({ ...what, isSent }).toEqual({ ...what, isSent: false });
        }
      }),
      { numRuns: Math.ceil(RUNS / Object.keys(nodes).length) },
    );
    expect(Math.min(count.kills, count.ended)).toBeGreaterThan(RUNS / 20);
  },
);
