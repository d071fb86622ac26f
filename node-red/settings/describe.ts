import { rule } from '../../core/contract/sentences';
import type { Sentence } from '../../core/errors/sentence';
import type { FormField } from '../../core/forms';
import { listEntered } from '../../core/json';
import { unitNames, UNITS, type Unit } from './duration';
import {
  choiceIn,
  exactTextIn,
  isBlank,
  isNothing,
  numberIn,
  textIn,
  typedValueIn,
  wholeTextIn,
  wordIn,
  type StoredTypedValue,
} from './settings';

/*
 * The settings of a node, described once for the dialog (scripts/nodeRedHtml.ts), the editor's defaults and checks (editor/settings.ts), and the
 * node. Their texts are in the node's `texts.json` under the name of the setting; a row has help or a placeholder if there is a text for it.
 */

/** The tabs of the dialogs; their labels are the editor's `tab.<name>`. */
export type Tab = 'message' | 'answer' | 'delivery' | 'connection' | 'triggers' | 'advanced';

/** When a row is shown: while a setting has one of these values, is filled in, or is not. */
export type Condition = readonly unknown[] | 'filled' | 'empty';

/** Where a row is, and when it is shown: while all of these conditions hold. A hidden setting is not checked, and has its default. */
interface RowPlacement {
  /** The tab, if the dialog has tabs; `top` is above all of them. By default the last one. */
  tab?: Tab | 'top';
  /** The section in the catalog; all of its rows are on the same tab. */
  section?: string;
  shownWhen?: Readonly<Record<string, Condition>>;
}

interface Field extends RowPlacement {
  /** Its name in the catalog, if that differs. */
  text?: string;
  required?: true;
  /** The node has a second output while this is on or filled in. */
  secondOutput?: true;
  /** Its texts are in the catalog that all dialogs share. */
  shared?: true;
  /** It says who gets a message, or keeps messages from going out, or events from starting a flow: with an empty variable, nothing does. */
  guard?: true;
}

interface TextField extends Field {
  /** `area`: several lines; `select`: the editor fills in the choices; `path`: no spell check. */
  control?: 'area' | 'select' | 'path';
}

interface NumberField extends Field {
  min?: number;
  max?: number;
  whole?: true;
  /** Shown beside the field. */
  unit?: Unit;
}

export interface ContractField extends Field {
  /** Undefined if it depends on other settings. */
  field?: FormField;
  /** In place of the help of the field: the name of a text that all dialogs share. */
  help?: string;
}

/** The type chosen in a typed input, and its value. */
export interface TypedValue {
  t: string;
  v: string;
}

/** What a node reads of a typed input, which it evaluates for each message (`valueIn`), and the name of its texts. */
export interface Input extends StoredTypedValue {
  name: string;
}

/** A row has the value that a new node stores, and reads what is stored, which can be anything. */
export type SettingField = ReturnType<
  | typeof trimmedText
  | typeof texts
  | typeof number
  | typeof optionalNumber
  | typeof duration
  | typeof flag
  | typeof choice
  | typeof boxes
  | typeof typed
  | typeof account
  | typeof form
>;
export type TypedRow = ReturnType<typeof typed>;
export type FormRow = ReturnType<typeof form>;
export type Row = SettingField | ReturnType<typeof credential | typeof place | typeof note>;
export type Rows = Readonly<Record<string, Row>>;

/** Turns the settings of one version into those of the next. */
interface Migration {
  /** Stored names that are no longer settings: the editor removes only names that are listed. */
  drops?: readonly string[];
  migrate(stored: Record<string, unknown>): Record<string, unknown>;
}

export interface Description<R extends Rows = Rows> {
  type: string;
  /** Nodes of the palette have ports; config nodes have none. */
  ports?: { inputs: number; outputs: number };
  /** The tabs of a dialog that does not fit on one screen. */
  tabs?: readonly Tab[];
  /** The sections that are rarely needed: folded away until something in them differs from the default, or is wrong. */
  folded?: readonly string[];
  /** In the order of the dialog; a section is placed where its first row is. */
  rows: R;
  /** The first migration leads from version 1, in which nodes stored no version, to version 2. */
  migrations?: readonly Migration[];
}

type NotSettings = 'credential' | 'place' | 'note';
interface Readable<T> {
  read(value: unknown, unit: unknown, name: string): T;
}
/** The settings that a node reads, from its description. */
export type SettingsOf<R extends Rows> = {
  [N in keyof R as R[N]['kind'] extends NotSettings ? never : N]: R[N] extends Readable<infer T> ? T : never;
};
export type CredentialsOf<R extends Rows> = {
  [N in keyof R as R[N]['kind'] extends 'credential' ? N : never]: R[N] extends Readable<infer T> ? T : never;
};

/** @param options `blank` is the value if the field is left empty */
export function trimmedText({
  value = '',
  blank = '',
  ...options
}: TextField & { value?: string; blank?: string } = {}) {
  const read = (stored: unknown) => (options.guard === true ? wholeTextIn : textIn)(stored) || blank;
  return { kind: 'text' as const, value, read, ...options };
}

/** Texts separated by commas; a flow that no editor has made can have a list. */
export function texts(options: TextField = {}) {
  return { kind: 'text' as const, value: '', read: textsIn, ...options };
}

function textsIn(value: unknown): string[] {
  const entries = listEntered(value).flatMap((entry) => listEntered(entry));
  return entries.flatMap((entry) => wholeTextIn(entry) || []);
}

/** A number. An empty field counts as `blank`, which the dialog allows, or as `value`. What it cannot have is NaN, and a fault (`settingProblem`). */
export function number({ value, blank, ...options }: NumberField & NumberValue) {
  const usual = blank ?? value;
  const read = (stored: unknown) => (isBlank(stored) ? usual : numberWithin(stored, options));
  return { kind: 'number' as const, value: blank === undefined ? value : '', blank, read, ...options };
}
type NumberValue = { value: number; blank?: undefined } | { value?: undefined; blank: number };

/** A number, or none if the field is left empty. */
export function optionalNumber(options: NumberField = {}) {
  const read = (stored: unknown) => (isBlank(stored) ? undefined : numberWithin(stored, options));
  return { kind: 'number' as const, value: '', blank: 'nothing', read, ...options };
}

function numberWithin(entered: unknown, bounds: NumberField): number {
  return (numberProblem(entered, bounds) === undefined ? numberIn(entered) : undefined) ?? Number.NaN;
}

/** What is wrong with a number that was entered; undefined if it is right. */
export function numberProblem(
  entered: unknown,
  { min = -Infinity, max = Infinity, whole }: NumberField,
): Sentence | undefined {
  const got = String(entered);
  const value = numberIn(entered);
  if (value === undefined) return rule('notNumber', { got: JSON.stringify(got) });
  if (whole === true && !Number.isInteger(value)) return rule('wholeNumber', { got });
  return value < min || value > max ? rule('range', { min, max, got }) : undefined;
}

/**
 * A number and a unit, stored as two settings: `limit` and `limitUnit`. A time, read in milliseconds: at most a year, and longer than 0 unless the
 * default is 0, which means no time at all.
 */
export function duration(value: number, unit: Unit, options: Field = {}) {
  const read = (stored: unknown, storedUnit: unknown) => {
    const chosen = choiceIn(storedUnit, [unit, ...unitNames]);
    return isBlank(stored) ? value * UNITS[unit] : (numberIn(stored) ?? Number.NaN) * UNITS[chosen];
  };
  return { kind: 'duration' as const, value, unit, read, ...options };
}

/** The name under which the unit of a duration is stored. */
export function unitOf(name: string): string {
  return `${name}Unit`;
}

/** What switches a setting on, or off. */
export const onWords = ['true', '1', 'yes', 'on'];
export const offWords = ['false', '0', 'no', 'off', ''];

/** On or off. A guard is on unless it is clearly off. */
export function flag({ value = false, ...options }: Field & { value?: boolean } = {}) {
  const read = (stored: unknown) => {
    const entered = stored ?? value;
    const isOn = wordIn(entered, onWords) !== undefined;
    return isOn || (options.guard === true && wordIn(entered, offWords) === undefined);
  };
  return { kind: 'flag' as const, value, read, ...options };
}

/** One of several words; the first is the default. */
export function choice<const Word extends string>(words: readonly [Word, ...Word[]], options: Field = {}) {
  const read = (stored: unknown) => choiceIn(stored, words);
  return { kind: 'choice' as const, value: words[0], options: words, read, ...options };
}

/** Some of several words, each with a box; if none is stored, those of `value`. */
export function boxes<const Word extends string>(
  words: readonly Word[],
  value: readonly Word[],
  options: Field = {},
) {
  const read = (stored: unknown) => (stored === undefined ? [...value] : textsIn(stored));
  return { kind: 'boxes' as const, value, options: words, read, ...options };
}

/** A typed input: a value that is read from the message, or entered. Its texts are in the catalog that all dialogs share. */
export function typed(value: TypedValue, options: Field = {}) {
  const read = (stored: unknown, _unit: unknown, name: string): Input => ({
    name: options.text ?? name,
    ...typedValueIn(stored, value),
  });
  return { kind: 'typed' as const, value, read, ...options };
}

export function account(options: Field = {}) {
  return { kind: 'account' as const, value: '', read: textIn, required: true as const, ...options };
}

/** Stored separately from the flow, encrypted. */
export function credential(secret: boolean, options: Field = {}) {
  return { kind: 'credential' as const, secret, read: secret ? exactTextIn : textIn, ...options };
}

/** What a form of the contract stores: typed inputs, by the names of its fields. What is not filled in is `value`. */
export function form<T>(value: unknown, read: (stored: unknown) => T, options: ContractField = {}) {
  return { kind: 'form' as const, value, read, ...options };
}

/** A place for code of the editor that stores nothing. */
export function place(options: RowPlacement = {}) {
  return { kind: 'place' as const, ...options };
}

/** A text of the node's catalog, or of the editor's if it is shared. */
export function note(key: string, options: RowPlacement & { shared?: true; warning?: true } = {}) {
  return { kind: 'note' as const, key, ...options };
}

export function describe<const R extends Rows>(description: Description<R>): Description<R> {
  return description;
}

/** Whether a row is shown, given the node's other settings. */
export function isShown({ shownWhen = {} }: RowPlacement, valueOf: (name: string) => unknown): boolean {
  return Object.entries(shownWhen).every(([name, condition]) => {
    const value = valueOf(name);
    if (typeof condition === 'object') return condition.includes(value);
    return isNothing(value) === (condition === 'empty');
  });
}

/** The key of the text that names a setting in a dialog, and whether it is in the catalog that all dialogs share. */
export function labelKey(rows: Rows, name: string): { key: string; isShared: boolean } {
  const row = rows[name];
  if (row === undefined || row.kind === 'place' || row.kind === 'note')
    return { key: `label.${name}`, isShared: false };
  return { key: `label.${row.text ?? name}`, isShared: row.kind === 'typed' || row.shared === true };
}

/** The tab of a row; undefined above the tabs, and in a dialog without tabs. */
export function tabOf({ tabs }: Pick<Description, 'tabs'>, { tab }: RowPlacement): Tab | undefined {
  if (tabs === undefined || tab === 'top') return undefined;
  return tabs.find((each) => each === tab) ?? tabs.at(-1);
}

/** The version in which a node of this description stores its settings, under `settingsVersion`. */
export function settingsVersionOf({ migrations = [] }: Pick<Description, 'migrations'>): number {
  return migrations.length + 1;
}
