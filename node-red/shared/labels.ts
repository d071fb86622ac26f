import type { NodeAPI } from 'node-red';

import { formatPath, type LabelOf } from '../../core/contract/problem';
import type { Path } from '../../core/contract/sentences';
import { labelOnForm } from '../../core/forms/place';
import { isRecord } from '../../core/reading';
import type { InputName } from './evaluate';

const CATALOG = '@messaging-service/n8n-nodes-messaging-service/messaging-account:editor.';

/** A text of the editor's catalog, in the language of this Node-RED. */
export function editorText(RED: NodeAPI, key: string): string {
  return RED._(`${CATALOG}${key}`);
}

/** The editor's label of a node property that is not a field of a message. */
export function propertyLabel(RED: NodeAPI, name: string): string {
  return editorText(RED, `property.${name}.label`);
}

/** Names the typed input of such a property. */
export function propertyNamed(name: string): InputName {
  return (_, { RED }) => ({ path: name, label: propertyLabel(RED, name) });
}

/** Labels for what was entered in a node's form. Fields that came with the message keep their paths, by which the flow knows them. */
export function labelsBut(fromMessage: ReadonlySet<string | number>): LabelOf {
  return (path, request) => {
    const [name = ''] = path;
    return fromMessage.has(name) ? undefined : labelOnForm(path, request);
  };
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
