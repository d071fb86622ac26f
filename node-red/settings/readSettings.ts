import { rule } from '../../core/contract/sentences';
import type { Sentence } from '../../core/errors/sentence';
import { valueShown } from '../../core/errors/texts';
import { fieldsOf } from '../../core/reading';
import {
  isShown,
  numberProblem,
  offWords,
  onWords,
  settingsVersionOf,
  unitOf,
  type CredentialsOf,
  type Description,
  type Row,
  type Rows,
  type SettingsOf,
} from './describe';
import { LONGEST_MS, unitNames, UNITS, type Unit } from './duration';
import { isBlank, isNothing, wordIn } from './settings';

/** What a new node stores, by name. Names that only older versions stored are undefined: the editor removes only names that are listed. */
export function storedValues(description: Description): Record<string, unknown> {
  const rows = Object.entries(description.rows);
  const hasSecondOutput = rows.some(([, row]) => 'secondOutput' in row && row.secondOutput === true);
  const dropped = (description.migrations ?? []).flatMap(({ drops = [] }) => drops);
  return {
    ...Object.fromEntries(rows.flatMap(([name, row]) => valuesOf(name, row))),
    ...(hasSecondOutput ? { outputs: 1 } : {}),
    settingsVersion: settingsVersionOf(description),
    ...Object.fromEntries(dropped.map((name) => [name, undefined])),
  };
}

function valuesOf(name: string, row: Row): Array<[string, unknown]> {
  if (!('value' in row)) return [];
  // Node-RED shows the number 0 as an empty field.
  const value = row.value === 0 ? '0' : row.value;
  return row.kind === 'duration'
    ? [
        [name, value],
        [unitOf(name), row.unit],
      ]
    : [[name, value]];
}

/** Stored settings in their newest version. Settings from a still newer version stay as they are. */
export function upToDate(
  description: Pick<Description, 'migrations'>,
  stored: unknown,
): Record<string, unknown> {
  const settings = fieldsOf(stored);
  const { settingsVersion } = settings;
  const version = typeof settingsVersion === 'number' ? settingsVersion : 1;
  const newest = settingsVersionOf(description);
  if (version >= newest) return settings;
  const migrated = (description.migrations ?? [])
    .slice(version - 1)
    .reduce((older, { migrate }) => migrate(older), settings);
  return { ...migrated, settingsVersion: newest };
}

/** Reads what the editor has stored for a node, from whatever version of this package. */
export function readSettings<R extends Rows>(
  description: Description<R>,
  definition: unknown,
): SettingsOf<R> {
  const stored = effective(description, upToDate(description, definition));
  return readAll(description, stored, (kind) => kind !== 'credential');
}

export function readCredentials<R extends Rows>(
  description: Description<R>,
  credentials: unknown,
): CredentialsOf<R> {
  return readAll(description, fieldsOf(credentials), (kind) => kind === 'credential');
}

/** The credentials of a node in the format of Node-RED: a password never reaches the editor. */
export function credentialTypes({ rows }: Description): Record<string, { type: 'text' | 'password' }> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) =>
      row.kind === 'credential' ? [[name, { type: row.secret ? 'password' : 'text' }]] : [],
    ),
  );
}

/** The settings that count: what a person does not see has its default. */
export function effective(
  description: Description,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const read: Record<string, unknown> = readAll(description, stored, () => true);
  const hidden = Object.entries(description.rows).filter(([, row]) => !isShown(row, (name) => read[name]));
  return { ...stored, ...Object.fromEntries(hidden.flatMap(([name, row]) => valuesOf(name, row))) };
}

/** What is wrong with the first setting whose stored value is none that it can have: a slip must not become another value. */
export function firstProblem(
  description: Description,
  definition: unknown,
): { name: string; rule: Sentence } | undefined {
  const stored = effective(description, upToDate(description, definition));
  for (const [name, row] of Object.entries(description.rows)) {
    const problem = settingProblem(row, stored[name], stored[unitOf(name)]);
    if (problem !== undefined) return { name, rule: problem };
  }
  return undefined;
}

/** What is wrong with the stored value of a setting; undefined if it is right, or nothing was entered. */
export function settingProblem(row: Row, stored: unknown, unit: unknown): Sentence | undefined {
  if (isBlank(stored)) return undefined;
  switch (row.kind) {
    case 'number':
      return numberProblem(stored, row);
    case 'duration':
      return durationProblem(stored, unit, row);
    case 'choice':
      return choiceProblem(stored, row.options);
    case 'flag':
      return choiceProblem(stored, [...onWords, ...offWords]);
    default:
      return undefined;
  }
}

function durationProblem(
  entered: unknown,
  storedUnit: unknown,
  { value, unit: usual }: { value: number; unit: Unit },
): Sentence | undefined {
  const unit = isNothing(storedUnit) ? usual : wordIn(storedUnit, unitNames);
  if (unit === undefined) return choiceProblem(storedUnit, unitNames);
  return numberProblem(entered, { min: value === 0 ? 0 : 0.001, max: LONGEST_MS / UNITS[unit] });
}

function choiceProblem(stored: unknown, words: readonly string[]): Sentence | undefined {
  if (wordIn(stored, words) !== undefined) return undefined;
  const choices = words.filter((word) => word !== '').join(', ');
  return rule('choice', { choices, got: valueShown(stored) });
}

function readAll(
  { rows }: Description,
  stored: Record<string, unknown>,
  wanted: (kind: Row['kind']) => boolean,
) {
  return Object.assign(
    {},
    ...Object.entries(rows).map(([name, row]) =>
      'read' in row && wanted(row.kind) ? { [name]: row.read(stored[name], stored[unitOf(name)], name) } : {},
    ),
  );
}
