import { steadyMoment, steadyNow, timeOfDay } from '../../core/clock';
import type { Attempt, Tried } from '../../core/plan';
import { isRecord } from '../../core/reading';

/** How far a message has come. */
export interface Recorded {
  /** When it arrived, on the steady clock. */
  since: number;
  /** Those who got it, or may have got it. Times are of the steady clock. */
  tried: readonly Tried[];
  isCancelled?: true;
  /** The texts that the node has said beside the question, by their ids: none is said twice. */
  said?: readonly string[];
}

/** How it is written to the journal and read from it: with times of day, as the steady clock begins anew with the process. */
export const recordPart = {
  written: (state: Recorded): unknown => ({
    ...state,
    since: Math.round(timeOfDay(state.since)),
    tried: state.tried.map((attempt) => ({ ...attempt, at: Math.round(timeOfDay(attempt.at)) })),
  }),

  /** Nothing waits longer than it would have from now on, whatever became of the time of day meanwhile. */
  read: (stored: unknown): Recorded | undefined => {
    if (!isRecord(stored) || !isRecorded(stored)) return undefined;
    const tried = stored.tried.map((attempt) => {
      const at = steadyMoment(attempt.at);
      return { ...attempt, at: attempt.sendDate === undefined ? Math.min(at, steadyNow()) : at };
    });
    return { ...stored, since: Math.min(steadyMoment(stored.since), steadyNow()), tried };
  },
};

function isRecorded(stored: Record<string, unknown>): stored is Record<string, unknown> & Recorded {
  const { since, tried } = stored;
  return Number.isFinite(since) && Array.isArray(tried) && tried.every(isRecord);
}

/** The attempts as a plan sees them. */
export function attemptsIn({ tried, isCancelled }: Recorded): readonly Attempt[] {
  return isCancelled === true ? [...tried, { target: -1, state: 'cancelled', at: 0 }] : tried;
}
