import type { MessageForm } from '../message/messageForm';
import { translate, type EditorNode } from '../red';
import { offerContextStores } from './contextStore';
import { openMessage } from './send';

const opened = new WeakMap<EditorNode, MessageForm>();

export function label(node: EditorNode): string {
  return translate('nodeLabel.batch', { size: String(node['count']) });
}

export function open(node: EditorNode): void {
  offerContextStores(node);
  opened.set(node, openMessage(node, { uploads: false }));
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) node['form'] = form.read().form;
}
