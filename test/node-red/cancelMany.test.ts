import { setImmediate } from 'node:timers/promises';

import type { Wait, WaitOwner } from '../../node-red/calls/wait';
import { Waits } from '../../node-red/calls/waits';

const owner: WaitOwner = {
  ready: Promise.resolve(),
  knows: async () => false,
  remember: async () => undefined,
  changed: async () => undefined,
  askAgain: () => undefined,
};

const waitFor = (person: string): Wait => ({
  ...{ reference: person, owner: 'node', askedAt: 0, channel: 'Whatsapp', person, sender: '+41795550100' },
  ...{ expects: { kind: 'any', options: [] }, stage: 'waiting', endsWith: 'answer' },
  ...{ until: Date.now() + 3_600_000, alsoTriggers: false },
});

const processorMs = () => process.cpuUsage().user / 1000;

it('cancels 3,000 of 9,500 questions without holding up anything else', async () => {
  const waits = new Waits();
  waits.addOwner('node', owner);
  const people = Array.from({ length: 9500 }, (_, index) => `+4179${String(1_000_000 + index)}`);
  for (const person of people) waits.begin(waitFor(person));
  let ended = 0;
  for (const person of people) {
    void waits.end(person).then(({ how }) => {
      expect(how).toBe('cancelled');
      ended += 1;
    });
  }
  let longest = 0;
  const cancelled = waits.cancel('node', people.slice(0, 3000));
  // From now on no answer counts, not even for those whose turn comes later.
  const late = { event: 'inbound', channel: 'Whatsapp', from: people[2999], text: 'Yes', raw: {} } as const;
  const claim = waits.claim(late, undefined);
  for (let before = processorMs(); ended < 3000;) {
    await setImmediate();
    longest = Math.max(longest, processorMs() - before);
    before = processorMs();
  }
  await cancelled;
  expect(await claim).toBe('nothing');
  expect(longest).toBeLessThan(200);
  void waits.cancel('node');
  for (const person of people) waits.forget(person);
});

it('sends none of them that was still to be sent', () => {
  const waits = new Waits();
  waits.addOwner('node', owner);
  const people = Array.from({ length: 200 }, (_, index) => `+4179${String(1_000_000 + index)}`);
  for (const person of people) waits.begin({ ...waitFor(person), stage: 'queued' });
  void waits.cancel('node', people);
  expect(people.filter((person) => waits.sending(person))).toEqual([]);
  for (const person of people) waits.forget(person);
});
