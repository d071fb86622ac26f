import fc from 'fast-check';

import { next, othersAsked, succeeded, type Attempt, type AttemptState, type Plan } from '../../../core/plan';

const EACH_MS = 1000;
const NOW = 10_000;
const people: Plan = {
  targets: 3,
  order: 'in_turn',
  success: 'answered',
  eachMs: EACH_MS,
};
const channels: Plan = { ...people, order: 'fallback', success: 'delivered' };
const attempts = (...states: Array<[AttemptState, number?, Partial<Attempt>?]>): Attempt[] =>
  states.map(([state, at = 0, more], index) => ({ target: index, state, at, ...more }));
const after = (plan: Plan, ...states: Parameters<typeof attempts>) => next(plan, attempts(...states), NOW);
const send = (...targets: number[]) => ({ do: 'send', targets });
const wait = (until: number) => ({ do: 'wait', until });
const end = (how: string, attempt?: number) => ({
  do: 'end',
  how,
  ...(attempt === undefined ? {} : { attempt }),
});

describe('several people, one after another', () => {
  it.each<[string, Parameters<typeof attempts>, object]>([
    ['the first one is asked', [], send(0)],
    ['who was asked has some time', [['accepted', 9500]], wait(10_500)],
    ['then the next one is asked', [['accepted', 9000]], send(1)],
    ['after a failure at once', [['failed', 9999]], send(1)],
    ['after an unknown outcome, too', [['unknown', 9999]], send(1)],
    ['who is not to be asked is passed over', [['skipped', 9999]], send(1)],
    [
      'who may have it has time when nobody is left',
      [
        ['unknown', 9500],
        ['failed', 9999],
        ['failed', 9999],
      ],
      wait(10_500),
    ],
    ['once somebody has taken it nobody is asked', [['accepted'], ['answered']], end('success', 1)],
    [
      'who was asked before for a later day holds up nobody',
      [
        ['unknown', 99_000],
        ['accepted', 9500],
      ],
      wait(10_500),
    ],
    ['nor is anybody once it is cancelled', [['cancelled']], end('cancelled')],
    ['taken counts before cancelled', [['cancelled'], ['answered']], end('success', 1)],
    ['nobody has answered', [['failed'], ['accepted', 8000], ['accepted', 9000]], end('time_up')],
    ['nobody has got it', [['failed'], ['unknown', 9000], ['failed']], end('failed')],
    ['who is being asked is waited for', [['sending', 0]], wait(Infinity)],
  ])('%s', (_name, given, step) => {
    expect(after(people, ...given)).toEqual(step);
  });
});

describe('several people at once', () => {
  const all: Plan = { ...people, order: 'at_once' };
  it.each<[string, Parameters<typeof attempts>, object]>([
    ['all who were not asked are asked', [['accepted', 9900]], send(1, 2)],
    ['the last of them has time', [['accepted', 9000], ['accepted', 9500], ['failed']], wait(10_500)],
    ['without anybody it ends at once', [['failed'], ['failed'], ['failed']], end('failed')],
    ['it ends when the time is up', [['accepted', 9000], ['failed'], ['failed']], end('time_up')],
  ])('%s', (_name, given, step) => {
    expect(after(all, ...given)).toEqual(step);
  });

  it('may need several answers', () => {
    const both = { ...all, wanted: 2 };
    expect(after(both, ['answered'], ['accepted', 9500], ['failed'])).toEqual(wait(10_500));
    expect(after(both, ['answered'], ['failed'], ['answered'])).toEqual(end('success', 0));
  });
});

describe('one person', () => {
  it.each<[string, Parameters<typeof attempts>, object]>([
    ['gets nothing more after an unknown outcome', [['rejected'], ['unknown']], end('failed')],
    ['nor after being skipped', [['skipped']], end('failed')],
    ['gets it on the next channel after a refusal', [['rejected', 9999]], send(1)],
    ['has some time', [['accepted', 9500]], wait(10_500)],
    [
      'is asked about before the next channel',
      [['failed'], ['accepted', 9000]],
      { do: 'check', attempts: [1] },
    ],
    [
      'as are the channels before',
      [
        ['accepted', 9, { checked: true }],
        ['accepted', 9],
      ],
      { do: 'check', attempts: [0, 1] },
    ],
    ['gets it on the next channel then', [['accepted', 9000, { checked: true }]], send(1)],
    ['has it late', [['delivered'], ['accepted', 9999]], end('success', 0)],
  ])('%s', (_name, given, step) => {
    expect(after(channels, ...given)).toEqual(step);
  });

  it('has it once it is accepted where that is enough', () => {
    expect(after({ ...channels, success: 'accepted' }, ['rejected'], ['accepted'])).toEqual(
      end('success', 1),
    );
  });
});

describe('a service that cannot be reached', () => {
  const patient: Plan = { ...channels, retryMs: 5000 };

  it('is tried again with the same target until its time is over, and with no other then', () => {
    expect(after(patient, ['not_reached', 5001])).toEqual(send(0));
    expect(after(patient, ['not_reached', 5000])).toEqual(end('failed'));
    expect(after(channels, ['not_reached', 5000])).toEqual(send(1));
  });

  it('is tried again for all that are asked at once', () => {
    const all: Plan = { ...patient, order: 'at_once' };
    expect(after(all, ['not_reached', 9000], ['accepted', 9000])).toEqual(send(0, 2));
  });
});

describe('a text in parts', () => {
  const parts: Plan = { ...people, order: 'parts', success: 'accepted', eachMs: 0, retryMs: 500 };
  it.each<[string, Parameters<typeof attempts>, object]>([
    ['all parts are queued', [], send(0, 1, 2)],
    ['after a restart, those that are left', [['accepted']], send(1, 2)],
    ['also while the service plans what it has', [['accepted', 99_000]], send(1, 2)],
    ['one that was not reached is tried again', [['accepted'], ['not_reached', 9600]], send(1, 2)],
    ['but none after its time', [['accepted'], ['not_reached', 9000]], end('time_up')],
    ['those under way are waited for', [['accepted'], ['sending'], ['sending']], wait(Infinity)],
    ['the rest stays when one may have been sent', [['accepted'], ['unknown'], ['sending']], end('failed')],
    ['when one was refused', [['rejected'], ['sending'], ['sending']], end('failed')],
    ['when one was skipped', [['accepted'], ['skipped'], ['sending']], end('failed')],
    ['it is sent when all are', [['accepted'], ['accepted'], ['accepted']], end('success', 0)],
  ])('%s', (_name, given, step) => {
    expect(after(parts, ...given)).toEqual(step);
  });
});

const wantedIn = ({ order, targets, wanted = 1 }: Plan) => (order === 'parts' ? targets : wanted);

it('ends whatever happens, and sends to no target that may have the message', () => {
  const states = [
    'not_reached',
    'accepted',
    'delivered',
    'answered',
    'failed',
    'rejected',
    'unknown',
    'skipped',
  ] as const;
  const plans = fc.record<Plan>({
    targets: fc.integer({ min: 1, max: 4 }),
    order: fc.constantFrom('fallback', 'in_turn', 'at_once', 'parts'),
    success: fc.constantFrom('accepted', 'delivered', 'answered'),
    wanted: fc.integer({ min: 1, max: 3 }),
    eachMs: fc.constant(EACH_MS),
    retryMs: fc.constantFrom(0, 3000),
  });
  fc.assert(
    fc.property(
      plans,
      fc.infiniteStream(fc.constantFrom(...states)),
      fc.infiniteStream(fc.nat(700)),
      (plan, became, takes) => {
        const done: Attempt[] = [];
        let now = 0;
        for (let steps = 0; steps < 200; steps += 1) {
          const step = next(plan, done, now);
          const isOver = done.filter((each) => succeeded(plan, each)).length >= wantedIn(plan);
          if (step.do === 'end') return expect(step.how === 'success').toBe(isOver);
          expect(isOver).toBe(false);
          if (step.do === 'wait') now = step.until;
          if (step.do === 'check')
            for (const at of step.attempts) Object.assign(done[at] ?? {}, { checked: true });
          if (step.do !== 'send') continue;
          now += takes.next().value + 1;
          for (const place of step.targets) {
            // Whoever runs a plan in parts sends each only then.
            if (plan.order === 'parts' && next(plan, done, now).do === 'end') break;
            const before = done.find(({ target }) => target === place);
            expect(before === undefined || before.state === 'not_reached').toBe(true);
            if (plan.order === 'fallback' || plan.order === 'parts')
              expect(done.map(({ state }) => state)).not.toContain('unknown');
            const state = became.next().value;
            if (before === undefined) done.push({ target: place, state, at: now });
            else Object.assign(before, { state }, state === 'not_reached' ? {} : { at: now });
          }
        }
        throw new Error('It does not end');
      },
    ),
    { numRuns: 500 },
  );
});

const asked = (to: string, state: AttemptState = 'accepted') => ({ state, to });

it('those who have the question, or may have it, are told that somebody else has taken it', () => {
  const states = ['failed', 'accepted', 'answered', 'unknown', 'cancelled', 'delivered'] as const;
  const all = states.map((state, index) => asked(`+4179000000${index}`, state));
  expect(othersAsked(people, all).map(({ state }) => state)).toEqual(['accepted', 'unknown', 'delivered']);
});

it('who was asked several times is told once, and not at all after taking it', () => {
  const all = [
    asked('0041790000001'),
    asked('+41790000001', 'answered'),
    asked('+41790000002'),
    asked('+41 79 000 00 02'),
  ];
  expect(othersAsked(people, all).map(({ to }) => to)).toEqual(['+41790000002']);
});
