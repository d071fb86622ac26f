import { find, offer } from '../dom';
import { textOrEmpty } from '../form/values';
import { red, translate, type EditorNode } from '../red';

/** Fills the select of the context stores; one that settings.js no longer has stays chosen and is marked. */
export function offerContextStores(node: EditorNode): void {
  const { default: usual = 'memory', stores = [] } = red.settings.context ?? {};
  const chosen = textOrEmpty(node['contextStore']);
  const names = [...stores, chosen].filter((name) => name !== '');
  const none = { '': translate('contextStore.default', { name: usual }) };
  const options = Object.fromEntries(names.map((name) => [name, name]));
  offer(find('select', '#node-input-contextStore'), { ...none, ...options }, chosen);
}
