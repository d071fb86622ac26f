import { z } from 'zod/v4';

import { median, ratioOf, type Ratio } from './rounds';

/** A goal and how it came out. */
const goalRow = z.object({
  what: z.string(),
  against: z.string(),
  goal: z.string(),
  measured: z.string(),
  met: z.boolean(),
});
export type GoalRow = z.infer<typeof goalRow>;

/** Further figures: the first row is the head. */
const figures = z.object({ title: z.string(), rows: z.array(z.array(z.string())) });
export type Figures = z.infer<typeof figures>;

export const sectionResult = z.object({
  name: z.string(),
  title: z.string(),
  /** What is compared and how, in a sentence or two. */
  how: z.string(),
  goals: z.array(goalRow),
  figures: z.array(figures),
  /** What the figures mean, where that is not plain. */
  notes: z.array(z.string()),
});
export type SectionResult = z.infer<typeof sectionResult>;

/** A section of the benchmark: `npm run bench -- <name>`. */
export interface Section {
  name: string;
  run(): Promise<SectionResult>;
}

interface Comparison {
  what: string;
  against: string;
  ours: readonly number[];
  theirs: readonly number[];
  /** Writes one figure with its unit. */
  show(value: number): string;
}

/** Throughput and the like: ours is to be at least `times` as much as theirs. */
export function atLeast(times: number, comparison: Comparison): GoalRow {
  const ratio = ratioOf(comparison.ours, comparison.theirs);
  return row(comparison, ratio, `at least ${times} ×`, ratio.median >= times);
}

/** Time: ours is to be at least `times` as fast as theirs. */
export function fasterBy(times: number, comparison: Comparison): GoalRow {
  const ratio = ratioOf(comparison.theirs, comparison.ours);
  return row(comparison, ratio, `at least ${times} × as fast`, ratio.median >= times);
}

/** Memory and the like: ours is to be at most `times` as much as theirs. */
export function atMost(times: number, comparison: Comparison): GoalRow {
  const ratio = ratioOf(comparison.ours, comparison.theirs);
  return row(comparison, ratio, `at most ${decimal(times)} ×`, ratio.median <= times);
}

function row(
  { what, against, ours, theirs, show }: Comparison,
  ratio: Ratio,
  goal: string,
  met: boolean,
): GoalRow {
  const measured = `${showRatio(ratio)}; ${show(median(ours))} against ${show(median(theirs))}`;
  return { what, against, goal, measured, met };
}

/** The median of the rounds, and their range. */
export function showRatio({ median: middle, lowest, highest }: Ratio): string {
  return `**${decimal(middle)} ×** (${decimal(lowest)} to ${decimal(highest)})`;
}

/** Three significant digits, at most two of them after the point. */
export function decimal(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits }).replace(/^-0$/, '0');
}

export const perSecond = (value: number) => `${decimal(value)}/s`;
export const milliseconds = (value: number) => `${decimal(value)} ms`;
export const megabytes = (bytes: number) => `${decimal(bytes / 1e6)} MB`;
export const kilobytes = (bytes: number) => `${decimal(bytes / 1e3)} kB`;
export const microseconds = (value: number) => `${decimal(value)} µs`;

/** A head and rows of figures, by their medians. */
export function medians(
  title: string,
  head: readonly string[],
  series: ReadonlyArray<readonly [string, ...Array<readonly number[]>]>,
  show: ReadonlyArray<(value: number) => string>,
): Figures {
  const rows = series.map(([name, ...columns]) => [
    name,
    ...columns.map((values, index) => (show[index] ?? decimal)(median(values))),
  ]);
  return { title, rows: [[...head], ...rows] };
}
