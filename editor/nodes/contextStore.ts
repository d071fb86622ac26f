import { find } from '../dom';
import type { EditorProblem } from '../checks/problem';
import { textOrEmpty } from '../form/values';
import { red, translate, type EditorNode } from '../red';

/** Fills the select of the context stores; one that settings.js no longer has stays chosen and is marked. */
export function offerContextStores(node: EditorNode): void {
  const select = find('select', '#node-input-contextStore');
  const { default: usual = 'memory', stores = [] } = red.settings.context ?? {};
  const chosen = textOrEmpty(node['contextStore']);
  const others = [...stores, chosen].filter((name, index, all) => name !== '' && all.indexOf(name) === index);
  select.replaceChildren(
    new Option(translate('contextStore.default', { name: usual }), ''),
    ...others.map((name) => new Option(name, name)),
  );
  select.value = chosen;
}

/** Reports a context store that settings.js does not have: Node-RED would use another one. */
export function contextStoreProblem(store: string): EditorProblem | undefined {
  return red.settings.context?.stores.includes(store) === false
    ? { key: 'contextStore', values: { got: store } }
    : undefined;
}
