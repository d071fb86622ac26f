import type { NodeAPI } from 'node-red';

import { formatPath, type LabelOf } from '../../core/contract/problem';
import type { Path } from '../../core/contract/sentences';
import { placeOf, placeText } from '../../core/forms/place';
import { isRecord } from '../../core/reading';
import type { Description } from './describe';
import { EDITOR_CATALOG } from './editorNames';
import type { InputName } from './evaluate';
import { sentenceCase } from '../translations/sentenceCase';

/** A text of the editor's catalog, in the language of this Node-RED. */
export function editorText(RED: NodeAPI, key: string): string {
  return RED._(`${EDITOR_CATALOG}${key}`);
}

/** The editor's label of a node property that is not a field of a message. */
export function propertyLabel(RED: NodeAPI, name: string): string {
  return editorText(RED, `property.${name}.label`);
}

/** Names the typed input of such a property. */
export function propertyNamed(name: string): InputName {
  return (_, { RED }) => ({ path: name, label: propertyLabel(RED, name) });
}

/** What the editor calls a value in the stored settings of a node. */
export function settingLabel(
  RED: NodeAPI,
  { type, rows }: Description,
  stored: unknown,
  [name = '', ...path]: Path,
): string {
  const {
    contentType = 'Text',
    form,
    fallbackChannels,
  }: Record<string, unknown> = isRecord(stored) ? stored : {};
  if (name === 'form') return labelInForm(path, String(contentType), form);
  if (name === 'sendingWindow') return windowLabel(RED, String(path[0] ?? ''));
  if (name === 'fallbackChannels') return labelInFurtherChannel(RED, fallbackChannels, path);
  const row = rows[name];
  const text = String((row !== undefined && 'text' in row ? row.text : undefined) ?? name);
  return row?.kind === 'leaf' ? propertyLabel(RED, text) : RED._(`${type}.label.${text}`);
}

/** What the editor calls a field of the sending window. */
export function windowLabel(RED: NodeAPI, field: string): string {
  const isTyped = field === 'timeZone' || field === 'exceptions';
  const label = isTyped ? propertyLabel(RED, field) : editorText(RED, `window.${field}`);
  return `${windowTitle(RED)} › ${label}`;
}

/** What the editor calls the sending window. */
export function windowTitle(RED: NodeAPI): string {
  return editorText(RED, 'window.title');
}

/** What the dialog calls a field of a message, from its path in a request: `Buttons 2 › Title`. */
export function labelOnForm(path: Path, request: unknown): string {
  return placeText(placeOf(path, request), sentenceCase);
}

/** Labels for what was entered in a node's form. Fields that came with the message keep their paths, by which the flow knows them. */
export function labelsBut(fromMessage: ReadonlySet<string | number>): LabelOf {
  return (path, request) => {
    const [name = ''] = path;
    return fromMessage.has(name) ? undefined : labelOnForm(path, request);
  };
}

/** The names of the typed inputs of the further channels. */
export function inputsOfFurtherChannels(steps: unknown): InputName {
  return (path, { RED }) => ({
    path: formatPath(['fallback', ...path]),
    label: labelInFurtherChannel(RED, steps, path),
  });
}

/** Such as `Second channel › Sender`. */
function labelInFurtherChannel(RED: NodeAPI, steps: unknown, [index, ...path]: Path): string {
  const step: unknown = Array.isArray(steps) ? steps[Number(index)] : undefined;
  const { contentType = 'Text', content }: Record<string, unknown> = isRecord(step) ? step : {};
  const [name] = path;
  const label =
    name === 'content'
      ? labelOnForm(path, { content: { ...(isRecord(content) ? content : {}), type: contentType } })
      : propertyLabel(RED, name === 'from' ? 'fallbackFrom' : 'fallbackJson');
  return inFurtherChannel(RED, Number(index), label);
}

/** A label on the form of a further channel; the first of them has the index 0. */
export function inFurtherChannel(RED: NodeAPI, index: number, label: string): string {
  return `${editorText(RED, `fallback.channel${index + 2}`)} › ${label}`;
}

/** The names of the typed inputs in the form of a message. */
export function inputsOfForm(contentType: string, form: unknown): InputName {
  return (path) => ({ path: formatPath(path), label: labelInForm(path, contentType, form) });
}

function labelInForm(path: Path, contentType: string, form: unknown): string {
  const { message, content, smsOptions, notification }: Record<string, unknown> = isRecord(form) ? form : {};
  const fields = isRecord(content) ? content : {};
  const request = {
    ...(isRecord(message) ? message : {}),
    content: { ...fields, type: contentType, options: smsOptions },
    notification,
  };
  const [part, ...rest] = path;
  if (part === 'message') return labelOnForm(rest, request);
  return labelOnForm(part === 'smsOptions' ? ['content', 'options', ...rest] : path, request);
}
