import type { INodeProperties, IDisplayOptions } from 'n8n-workflow';

import { isRecord } from '../../../../core/reading';
import type { Parameters } from '../../../parameters';

/** When a parameter is shown. */
export interface Visibility {
  show: Conditions;
  hide?: Conditions;
}

/** What is the same for all items. */
export interface ReadSettings {
  /** Time zone of dates that were entered without one. */
  timezone: string;
  /** For recipients with national numbers; undefined if the account has none. */
  countryCode: string | undefined;
}

/** What is needed to read a form besides the parameters. */
export interface ReadContext extends ReadSettings {
  /** The id to use for the file in a binary field. */
  mediaIdOf: (binaryField: string) => string;
  /** Whether optional fields may be empty by an expression: those of a content, which then goes out without them. */
  mayLose?: boolean;
}

/** The object that the core's `fromForm` takes. */
export type Values = Record<string, unknown>;

/** The position of a value in that object. */
export type FieldPath = readonly string[];

/** A part of the form: shows its n8n parameters, and reads their values by the same names. */
export interface FormPart {
  readonly name: string;
  properties(visibility: Visibility): INodeProperties[];
  /** @throws MessagingError `invalid_request` that names the field */
  read(into: Values, parameters: Parameters, context: ReadContext): void;
}

/** The n8n parameters of a form. */
export function render(parts: readonly FormPart[], visibility: Visibility = { show: {} }): INodeProperties[] {
  return parts.flatMap((part) => part.properties(visibility));
}

/** The object that the parameters of a form describe. */
export function read(parts: readonly FormPart[], parameters: Parameters, context: ReadContext): Values {
  const values: Values = {};
  for (const part of parts) part.read(values, parameters, context);
  return values;
}

export function assign(into: Values, [name, ...rest]: FieldPath, value: unknown): void {
  if (name === undefined || value === undefined) return;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const object = isRecord(inner) ? inner : {};
  into[name] = object;
  assign(object, rest, value);
}

/** A help of the contract as n8n writes it: with a full stop at its end only if there are several sentences. */
export function described(help: string): string {
  return /[.?!] /.test(help) ? help : help.replace(/\.$/, '');
}

export function narrowed({ show, hide }: Visibility, name: string, condition: Condition): Visibility {
  return { show: { ...show, [name]: [condition] }, ...(hide === undefined ? {} : { hide }) };
}

/** A parameter with further conditions, which come before its own. */
export function shownIf(visibility: Visibility, property: INodeProperties): INodeProperties {
  const { displayOptions } = property;
  const show = { ...visibility.show, ...displayOptions?.show };
  return { ...property, displayOptions: { ...shown(visibility).displayOptions, ...displayOptions, show } };
}

export function shown({ show, hide }: Visibility): Pick<INodeProperties, 'displayOptions'> {
  if (Object.keys(show).length === 0 && hide === undefined) return {};
  return { displayOptions: { show, ...(hide === undefined ? {} : { hide }) } };
}

type Conditions = NonNullable<IDisplayOptions['show']>;
type Condition = NonNullable<Conditions[string]>[number];

/** What can be chosen. */
interface Named {
  value: string;
  label: string;
}

/** Whether one of these is chosen, in any spelling that is read. n8n compares the value of an expression, which is empty while there is no data. */
export function isOneOf(choices: readonly Named[]): Condition {
  return { _cnd: { regex: `^\\s*(?:${spellingsOf(choices)})\\s*$` } };
}

/** Whether none of these is chosen: it may be any other, or not be known yet. */
export function isNoneOf(choices: readonly Named[]): Condition {
  return { _cnd: { regex: `^(?!\\s*(?:${spellingsOf(choices)})\\s*$)` } };
}

/** Whether a choice is made, or may be: all others are hidden. */
export function mayBe(value: string, choices: readonly Named[]): Condition {
  return isNoneOf(choices.filter((choice) => choice.value !== value));
}

function spellingsOf(choices: readonly Named[]): string {
  const texts = choices.flatMap(({ value, label }) => [value.toLowerCase(), label.toLowerCase()]);
  return [...new Set(texts)].map(inAnyCase).join('|');
}

/** n8n takes no flags. */
function inAnyCase(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
