import { limits } from '../../core/contract/limits';
import { countCharacters } from '../../core/contract/patterns';
import { forms } from '../../core/forms/forms';
import { button, make } from '../dom';
import type { FieldEditor } from '../form/editors';
import { groupEditor } from '../form/group';
import { asList, asValues, isEmpty, literal, textOrEmpty } from '../form/values';
import { red, translate, type EditorNode } from '../red';
import { routeUrl } from '../route';
import { showCount } from './counter';

interface NotificationEditor extends FieldEditor {
  /** Counts the characters of all addresses again. */
  count(): void;
}

/** Whom the service notifies of the status, with the combined length of the addresses, and help to enter the address of this Node-RED. */
export function notificationEditor(stored: unknown): NotificationEditor {
  let editor = groupEditor(forms.notification, stored);
  const room = make('div', {}, editor.element);
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  const addresses = () => asList(asValues(editor.read())['addresses']);
  const count = () => {
    const capacity = limits.notificationAddresses;
    const used = addresses().reduce<number>((sum, entry) => sum + countCharacters(addressIn(entry)), 0);
    const text = used === 0 ? '' : translate('notification.length', { used, capacity });
    showCount(counter, { text, warning: used > capacity });
  };
  const enter = (address: string) => {
    const entry = { type: { t: 'str', v: 'UrlPost' }, address: { t: 'str', v: address } };
    const others = addresses().filter((other) => addressIn(other) !== address);
    const values = { ...asValues(editor.read()), addresses: [...others, entry] };
    editor = groupEditor(forms.notification, values);
    room.replaceChildren(editor.element);
    $(room).trigger('change');
  };
  const element = make('div', {}, room, counter, triggerHelp(enter));
  const read = () => {
    const values = asValues(editor.read());
    return isEmpty(values['addresses']) && literal(values['forEvent']) === usualEvent ? undefined : values;
  };
  return { element, read, count };
}

/** Who has entered no address has not chosen it. */
const usualEvent = forms.notification.fields.flatMap((field) =>
  field.kind === 'choice' && field.usual !== undefined ? [field.usual] : [],
)[0];

function addressIn(entry: unknown): string {
  return literal(asValues(entry)['address']) ?? '';
}

/** Offers the addresses of the nodes in this workspace that receive notifications. */
function triggerHelp(enter: (address: string) => void): HTMLElement {
  const triggers = red.nodes.filterNodes({ type: 'messaging-notification' });
  const text = translate(triggers.length === 0 ? 'notification.noTrigger' : 'notification.triggers');
  const addresses = triggers.map((node) => {
    const address = routeUrl(textOrEmpty(node['path']), node['account']);
    const name = `${textOrEmpty(node['name']) || node.type}: `;
    const enterIt = button(translate('notification.enter'), () => enter(address));
    const secret = wantsSecret(node) ? [` ${translate('notification.secret')}`] : [];
    return make('li', {}, name, make('code', {}, address), ' ', enterIt, ...secret);
  });
  return make('div', { class: 'messaging-tip' }, make('p', {}, text), make('ul', {}, ...addresses));
}

/** Only the callers may know the secret, so the editor cannot add it to the address. */
function wantsSecret(trigger: EditorNode): boolean {
  return red.nodes.node(textOrEmpty(trigger['account']))?.['requireSecret'] === true;
}
