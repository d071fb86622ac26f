import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { z } from 'zod/v4';

import { sectionResult, type Figures, type SectionResult } from './result';

const root = join(__dirname, '..');
const storedFile = join(__dirname, 'results.json');
/** The whole report: attached to each release, as it is too long to read. */
const reportFile = join(root, '.work', 'performance-report.md');
const pageFile = join(root, 'docs', 'performance.md');

/** The goals that docs/performance.md shows, by the beginning of what they are about; the report has all of them. */
const shown = [
  ['SMS pages, 160 characters, GSM', 'split-sms'],
  ['Loading n8n: MessagingService.node.js', ''],
  ['Node-RED, send, 50 at once (default): throughput; service answers in 20 ms', 'core'],
  ['Node-RED, send, 50 at once (default): peak of memory; service answers in 20 ms', 'core'],
  ['Node-RED, inbound message: calls per second', ''],
  ['n8n, Send, 50 at once (default): 1,000 items', 'HTTP Request'],
  ['n8n, Send, 50 at once (default): peak of memory', ''],
  ['n8n, Messaging Service Trigger: executions per second', ''],
] as const;

const machine = z.object({
  measured: z.string(),
  commit: z.string(),
  machine: z.string(),
  versions: z.string(),
});
const stored = z.record(z.string(), z.object({ ...sectionResult.shape, ...machine.shape }));
type Stored = z.infer<typeof stored>;

/** Keeps what a section measured, and writes page and report anew, with what the other sections measured last. */
export async function publish(result: SectionResult, order: readonly string[]): Promise<void> {
  const all = { ...readStored(), [result.name]: { ...result, ...circumstances() } };
  writeFileSync(storedFile, await format(JSON.stringify(all), { parser: 'json', printWidth: 110 }));
  writeDocuments(order);
}

/** Writes docs/performance.md and the report from what was measured last. */
export function writeDocuments(order: readonly string[]): void {
  const all = readStored();
  const sections = order.flatMap((name) => all[name] ?? []);
  mkdirSync(dirname(reportFile), { recursive: true });
  writeFileSync(reportFile, reportOf(sections));
  writeFileSync(pageFile, pageOf(sections));
}

function readStored(): Stored {
  return existsSync(storedFile) ? stored.parse(JSON.parse(readFileSync(storedFile, 'utf8'))) : {};
}

function circumstances(): z.infer<typeof machine> {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    measured: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD'),
    machine: `${cpu?.model.trim() ?? 'unknown CPU'}, ${cpus().length} cores, ${memory} GiB, ${type()} ${release()}, load average ${loadavg()[1]?.toFixed(0)}`,
    versions: `Node.js ${process.versions.node}, n8n ${versionOf('test/hosts/n8n/host', 'n8n')}, Node-RED ${versionOf('.', 'node-red')}, axios ${versionOf('.', 'axios')}, zod ${versionOf('.', 'zod')}`,
  };
}

function git(...command: string[]): string {
  return execFileSync('git', command, { cwd: root, encoding: 'utf8' }).trim();
}

export function versionOf(folder: string, name: string): string {
  const file = join(root, folder, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return '(not installed)';
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

function pageOf(sections: ReadonlyArray<Stored[string]>): string {
  const goals = sections.flatMap(({ goals: rows }) => rows);
  const rows = shown.map(([what, against]) => {
    const goal = goals.find((each) => each.what.startsWith(what) && each.against.includes(against));
    if (goal === undefined) throw new Error(`No section has a goal '${what}' against '${against}'.`);
    return [goal.what, goal.against, goal.goal, goal.measured.replace(/ \([^)]* to [^)]*\)/g, '')];
  });
  return `# Performance

Written by \`npm run bench\`. The package and its alternative take turns against the same local server.
Ratios are medians.

${table([['What', 'Against', 'Goal', 'Measured'], ...rows])}
${goals.filter(({ met }) => met).length} of ${goals.length} goals are met. The report attached to each release has all of them: \`npm run bench -- report\` writes it,
\`npm run bench -- <section>\` measures a section again.
`;
}

function reportOf(sections: ReadonlyArray<Stored[string]>): string {
  const goals = sections.flatMap(({ goals: rows }) => rows);
  const goalsThat = (isMet: boolean) =>
    table([
      ['What', 'Against', 'Goal', 'Measured'],
      ...goals
        .filter(({ met }) => met === isMet)
        .map((row) => [row.what, row.against, row.goal, row.measured]),
    ]);
  return `# Performance report

This package and what you would use instead take turns in one run, against the same local server, for several rounds. A
ratio is the median of the rounds' ratios, with the lowest and the highest in brackets; the figures after it are medians. Only
the ratios mean something: the figures themselves depend on the machine.

${goals.filter(({ met }) => met).length} of ${goals.length} goals are met.

## Goals missed

${goalsThat(false)}
## Goals met

${goalsThat(true)}
${sections.map(sectionText).join('\n')}
## When and where

${placesOf(sections)}`;
}

function sectionText(section: Stored[string]): string {
  const parts = [
    `## ${section.title}`,
    section.how,
    ...section.figures.map(figureText),
    ...(section.notes.length === 0 ? [] : [section.notes.map((note) => `- ${note}`).join('\n')]),
    `\`npm run bench -- ${section.name}\``,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A line for each commit and machine, with the sections that were measured there. */
function placesOf(sections: ReadonlyArray<Stored[string]>): string {
  const places = new Map<string, string[]>();
  for (const { name, measured, commit, machine: place, versions } of sections) {
    const [computer = '', load = ''] = place.split(', load average ');
    const key = `${measured}, commit ${commit}, ${computer}; ${versions}`;
    places.set(key, [...(places.get(key) ?? []), `\`${name}\` (${load})`]);
  }
  return [...places]
    .map(([place, names]) => `- ${place}. In brackets the load average: ${names.join(', ')}.\n`)
    .join('');
}

function figureText({ title, rows }: Figures): string {
  return `${title}\n\n${table(rows)}`;
}

function table([head = [], ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`;
}
