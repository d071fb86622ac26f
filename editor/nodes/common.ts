import { explain } from '../checks/explain';
import { checkNumber as checkNumberIn } from '../checks/settings';
import type { Problem } from '../checks/problem';
import { find } from '../dom';
import { expressionProblem } from '../form/expressions';
import { fromEnvironment, isLeaf } from '../form/values';
import { red, type EditorNode } from '../red';

/** What Node-RED's validators answer: right, or what is wrong in the language of the user. */
export type Verdict = true | string | string[];

/** What Node-RED tells a validator: the label of the property. */
export interface ValidatorOptions {
  label?: string;
}

/** Puts the label of the property before what is wrong with it. */
export function verdict(problem: Problem | undefined, options?: ValidatorOptions): Verdict {
  const text = explain(problem);
  return text === undefined || labelled(text, options);
}

function labelled(text: string, options?: ValidatorOptions): string {
  return options?.label === undefined ? text : `${options.label}: ${text}`;
}

export function checkNumber(value: unknown, min: number, max: number, options?: ValidatorOptions): Verdict {
  return fromEnvironment(value) || verdict(checkNumberIn({ min, max }, String(value)), options);
}

export function checkWholeNumber(
  value: unknown,
  min: number,
  max: number,
  options?: ValidatorOptions,
): Verdict {
  return fromEnvironment(value) || verdict(checkNumberIn({ min, max, whole: true }, String(value)), options);
}

export function checkOptionalNumber(value: unknown, options?: ValidatorOptions): Verdict {
  if (value === '' || value === undefined || fromEnvironment(value)) return true;
  return verdict(checkNumberIn({}, String(value)), options);
}

/** A value that a node cannot do without, read from the message or typed in. */
export function checkProperty(value: unknown, options?: ValidatorOptions): Verdict {
  if (!isLeaf(value) || value.v === '') return verdict({ key: 'required' }, options);
  return checkOptionalProperty(value, options);
}

/** A value that is read from the message or typed in, and may be left out. */
export function checkOptionalProperty(value: unknown, options?: ValidatorOptions): Verdict {
  const problem = isLeaf(value) ? expressionProblem(value) : undefined;
  return problem === undefined || labelled(problem, options);
}

/** The path of a trigger under the address of Node-RED. */
export function checkRoutePath(value: unknown, options?: ValidatorOptions): Verdict {
  const path = typeof value === 'string' ? value.trim() : '';
  if (path === '') return verdict({ key: 'required' }, options);
  return fromEnvironment(path) || verdict(/^\/[^\s?#]*$/.test(path) ? undefined : { key: 'path' }, options);
}

/** A text of a node's own catalog; `messaging-send.label.name` stands in the catalog of messaging-send. */
export function catalogText(key: string): string {
  return red._(`@messaging-service/n8n-nodes-messaging-service/${key.split('.')[0] ?? ''}:${key}`);
}

/** Names the outputs of a node that can have a second one. */
export function outputLabel(node: EditorNode, index: number): string {
  return catalogText(`${node.type}.output.${index}`);
}

/** Gives the node a second output while its switch is on. Node-RED takes the number from the hidden field. */
export function secondOutput(isOn: () => boolean, control: HTMLElement): void {
  const outputs = find('input', '#node-input-outputs');
  const set = () => {
    outputs.value = isOn() ? '2' : '1';
  };
  control.addEventListener('input', set);
  control.addEventListener('change', set);
  set();
}

/** A second output for a switch of the template. */
export function secondOutputBySwitch(name: string): void {
  const control = find('input', `#node-input-${name}`);
  secondOutput(() => control.checked, control);
}

const NARROW = 400;

/** Below this width, labels stand above their fields. */
export function resize(size: { width: number }): void {
  for (const dialog of document.querySelectorAll('.messaging-editor')) {
    dialog.classList.toggle('messaging-narrow', size.width < NARROW);
  }
}
