import type { NodeAPI } from 'node-red';

import type { LabelOf } from '../../core/contract/problem';
import type { Path } from '../../core/contract/sentences';
import { placeOf, placeText } from '../../core/forms/place';
import { fieldsOf } from '../../core/reading';
import { labelKey, type Description } from './describe';
import { EDITOR_CATALOG } from './editorNames';
import { formLabel } from './language';

/** A text of the editor's catalog, in the language of this Node-RED. */
export function editorText(RED: NodeAPI, key: string): string {
  return RED._(`${EDITOR_CATALOG}${key}`);
}

/** The label of a row in the texts that all dialogs share. */
export function propertyLabel(RED: NodeAPI, name: string): string {
  return editorText(RED, `label.${name}`);
}

/** What the editor calls a value in the stored settings of a node. */
export function settingLabel(RED: NodeAPI, { type, rows }: Description, stored: unknown, path: Path): string {
  const [name = '', ...rest] = path;
  const settings = fieldsOf(stored);
  const row = rows[name];
  if (name === 'fallbackChannels') return labelInFallbackChannel(RED, settings[name], rest);
  if (row?.kind === 'form') return labelInMessage(RED, path, settings);
  const { key, isShared } = labelKey(rows, String(name));
  return isShared ? editorText(RED, key) : RED._(`${type}.${key}`);
}

/** What the dialog calls a field of a message, from its path in a request: `Buttons 2 › Title`. */
export function labelOnForm(RED: NodeAPI, path: Path, request: unknown): string {
  return placeText(placeOf(path, request), (english) => formLabel(RED, english));
}

/** Labels for what was entered in a node's form. Fields that came with the message keep their paths, by which the flow knows them. */
export function labelsBut(RED: NodeAPI, isFromMessage: (name: string | number) => boolean): LabelOf {
  return (path, request) => {
    const [name = ''] = path;
    return isFromMessage(name) ? undefined : labelOnForm(RED, path, request);
  };
}

/** The label of a typed input of the fallback channels, such as `Fallback channels 1 › From`. */
export function labelInFallbackChannel(RED: NodeAPI, steps: unknown, [index, ...path]: Path): string {
  const step: unknown = Array.isArray(steps) ? steps[Number(index)] : undefined;
  const label = path.at(-1) === 'json' ? formLabel(RED, 'Content (JSON)') : labelOnForm(RED, path, step);
  return inFallbackChannel(RED, Number(index), label);
}

/** A label on the form of a fallback channel; the first of them has the index 0. */
export function inFallbackChannel(RED: NodeAPI, index: number, label: string): string {
  return `${propertyLabel(RED, 'fallbackChannels')} ${index + 1} › ${label}`;
}

/** The label of a typed input of a message. */
export function labelInMessage(
  RED: NodeAPI,
  path: Path,
  { content, contentType = 'Text', ...fields }: Record<string, unknown>,
): string {
  const { smsOptions: options } = fields;
  const request = {
    ...fields,
    content: { ...fieldsOf(content), type: contentType, options },
  };
  const [part, ...rest] = path;
  return labelOnForm(RED, part === 'smsOptions' ? ['content', 'options', ...rest] : path, request);
}
