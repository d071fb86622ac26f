import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { z } from 'zod/v4';

import { sectionResult, type Figures, type SectionResult } from './result';

const root = join(__dirname, '..');
const storedFile = join(__dirname, 'results.json');
const documentFile = join(root, 'docs', 'performance.md');

const machine = z.object({
  measured: z.string(),
  commit: z.string(),
  machine: z.string(),
  versions: z.string(),
});
const stored = z.record(z.string(), z.object({ ...sectionResult.shape, ...machine.shape }));
type Stored = z.infer<typeof stored>;

/** Keeps what a section measured and writes docs/performance.md anew, with what the other sections measured last. */
export async function publish(result: SectionResult, order: readonly string[]): Promise<void> {
  const all = { ...readStored(), [result.name]: { ...result, ...circumstances() } };
  writeFileSync(storedFile, await format(JSON.stringify(all), { parser: 'json', printWidth: 110 }));
  writeDocument(order);
}

/** Writes docs/performance.md from what was measured last. */
function writeDocument(order: readonly string[]): void {
  const all = readStored();
  writeFileSync(documentFile, documentOf(order.flatMap((name) => all[name] ?? [])));
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

function documentOf(sections: ReadonlyArray<Stored[string]>): string {
  const goals = sections.flatMap(({ goals: rows }) => rows);
  const goalsThat = (isMet: boolean) =>
    table([
      ['What', 'Against', 'Goal', 'Measured'],
      ...goals
        .filter(({ met }) => met === isMet)
        .map((row) => [row.what, row.against, row.goal, row.measured]),
    ]);
  return `# Performance

Made by \`npm run bench\`; do not edit. \`npm run bench -- <section>\` measures one section again and keeps the others.

This package and what a user would take instead take turns in one run, against the same local server, for several rounds. A
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
  return `${[line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`;
}
