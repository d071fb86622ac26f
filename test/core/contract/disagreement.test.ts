import fc from 'fast-check';

import { printFigure } from '../../figures';
import { isPlainRecord } from '../../../core/reading';
import { judgeRequest } from '../../../sandbox';
import { CONTRACT } from '../fuzzing';
import { damage, damaged, inCapitals, letters } from './disagreement/damage';
import { batchRequest, messageRequest } from './disagreement/requests';
import { problemsInContract, sms } from './requests';

/**
 * The contract (core/contract) and the sandbox's description (sandbox/openapi.yaml) were written from the specification independently of
 * each other: if they judge a request differently, one of them is wrong. docs/readings.md decides which.
 *
 * `FUZZ_RUNS` sets the number of requests, `FUZZ_SEED` repeats a run.
 */
const { numRuns: RUNS, seed: SEED } = CONTRACT;

type Kind = 'message' | 'batch';

function contractProblems(kind: Kind, request: unknown): string[] {
  return kind === 'message' ? problemsInContract(request) : problemsInBatch(request);
}

/** A list of messages without a notification, and one for all of them (specification 2.2). */
function problemsInBatch(batch: unknown): string[] {
  if (!isPlainRecord(batch)) return ['no batch'];
  const { messages, notification, ...others } = batch;
  if (Object.keys(others).length > 0 || !Array.isArray(messages) || messages.length === 0)
    return ['no batch'];
  const around = notification === undefined ? [] : problemsInContract(sms({ notification }));
  const within = messages.flatMap((message: unknown) =>
    isPlainRecord(message) && 'notification' in message ? ['a notification'] : problemsInContract(message),
  );
  return [...around, ...within];
}

const statistics = { accepted: 0, refused: 0, types: new Map<string, number>() };

function note(request: unknown, problems: string[]): void {
  if (problems.length === 0) {
    statistics.accepted += 1;
    for (const type of contentTypesOf(request)) {
      statistics.types.set(type, (statistics.types.get(type) ?? 0) + 1);
    }
  } else {
    statistics.refused += 1;
  }
}

function contentTypesOf(request: unknown): string[] {
  return JSON.stringify(request).match(/(?<="content":\{"type":")\w+/g) ?? [];
}

function compare(kind: Kind, request: unknown, spelt: unknown = request): void {
  const problems = contractProblems(kind, spelt);
  const judgement = judgeRequest(kind, request);
  note(spelt, problems);
  if (judgement.ok === (problems.length === 0)) return;
  const reasons = judgement.ok ? problems : judgement.problems;
  throw new Error(
    `${judgement.ok ? 'Only the contract refuses' : 'Only the sandbox refuses'} this ${kind}, because of ` +
      `${JSON.stringify(reasons)}:\n${JSON.stringify(request, undefined, 1)}`,
  );
}

const whole = fc.oneof(
  {
    weight: 4,
    arbitrary: messageRequest.map((request) => ({ kind: 'message' as Kind, request: request as unknown })),
  },
  {
    weight: 1,
    arbitrary: batchRequest.map((request) => ({ kind: 'batch' as Kind, request: request as unknown })),
  },
);
const subject = fc.record({
  whole,
  wounds: fc.oneof(fc.constant([]), fc.array(damage, { minLength: 1, maxLength: 3 })),
  spelling: fc.option(letters, { freq: 1 }),
});

describe('contract and sandbox agree', () => {
  it(`on ${RUNS} generated requests (seed ${SEED})`, () => {
    printFigure(`Disagreement test: ${RUNS} requests, FUZZ_SEED=${SEED}`);
    fc.assert(
      fc.property(subject, ({ whole: { kind, request }, wounds, spelling }) => {
        const spelt = damaged(request, wounds);
        const written = spelling === null ? undefined : inCapitals(spelt, spelling);
        if (written === undefined) return compare(kind, spelt);
        // Field names are case-insensitive on the wire, but each may occur only once; the contract accepts only the correct spelling.
        compare(kind, written, spelling?.beside === true ? written : spelt);
        expect(contractProblems(kind, written)).not.toEqual([]);
      }),
      CONTRACT,
    );
    printFigure(
      `${statistics.accepted} accepted, ${statistics.refused} refused; accepted by content type: ` +
        `${[...statistics.types].map(([type, count]) => `${type} ${count}`).join(', ')}`,
    );
  });

  it('both on many that they accept and on many that they refuse', () => {
    const all = statistics.accepted + statistics.refused;
    expect(all).toBe(RUNS);
    expect(statistics.accepted / all).toBeGreaterThan(0.2);
    expect(statistics.refused / all).toBeGreaterThan(0.2);
  });

  it('on every type of content', () => {
    expect([...statistics.types.keys()].sort()).toEqual(
      'Audio Contacts Document Image Interactive InteractiveReply Location Sticker Template Text Video'.split(
        ' ',
      ),
    );
  });
});
