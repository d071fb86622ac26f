import { limits } from '../../core/contract/limits';
import type { FormGroup } from '../../core/forms';
import { addressesLength } from '../checks/message';
import { make } from '../dom';
import type { Dialog, FieldEditor } from '../form/editors';
import { groupEditor } from '../form/group';
import { asList, textOrEmpty, asValues, literal } from '../form/values';
import { red, translate, type EditorNode } from '../red';
import { routeUrl } from '../route';

export interface NotificationEditor extends FieldEditor {
  /** Counts the characters of all addresses again. */
  count(): void;
}

/** Whom the service notifies of the status, with the combined length of the addresses, and help to enter the address of this Node-RED. */
export function notificationEditor(group: FormGroup, stored: unknown, dialog: Dialog): NotificationEditor {
  let editor = groupEditor(group, stored, dialog);
  const room = make('div', {}, editor.element);
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  const count = () => {
    const length = addressesLength(asList(asValues(editor.read())['addresses']));
    const max = limits.notificationAddresses;
    counter.textContent =
      length === 0 ? '' : translate('notification.length', { used: length, capacity: max });
    counter.classList.toggle('messaging-warning', length > max);
  };
  const enter = (address: string) => {
    const values = asValues(editor.read());
    const entry = { type: { t: 'str', v: 'UrlPost' }, address: { t: 'str', v: address } };
    const others = asList(values['addresses']).filter((other) => addressIn(other) !== address);
    editor = groupEditor(group, { ...values, addresses: [...others, entry] }, dialog);
    room.replaceChildren(editor.element);
    dialog.changed();
  };
  const element = make('div', {}, room, counter, triggerHelp(enter));
  return { element, read: () => editor.read(), count };
}

function addressIn(entry: unknown): string | undefined {
  return literal(asValues(entry)['address']);
}

/** Offers the addresses of the nodes in this workspace that receive notifications. */
function triggerHelp(enter: (address: string) => void): HTMLElement {
  const triggers = red.nodes.filterNodes({ type: 'messaging-notification' });
  const text = make(
    'p',
    {},
    translate(triggers.length === 0 ? 'notification.noTrigger' : 'notification.triggers'),
  );
  const addresses = triggers.map((node) => {
    const address = routeUrl(textOrEmpty(node['path']), node['account']);
    const button = make(
      'button',
      { type: 'button', class: 'red-ui-button red-ui-button-small' },
      translate('notification.enter'),
    );
    button.addEventListener('click', () => enter(address));
    const secret = wantsSecret(node) ? [` ${translate('notification.secret')}`] : [];
    const name = `${textOrEmpty(node['name']) || node.type}: `;
    return make('li', {}, name, make('code', {}, address), ' ', button, ...secret);
  });
  return make('div', { class: 'messaging-tip' }, text, make('ul', {}, ...addresses));
}

/** Only the callers may know the secret, so the editor cannot add it to the address. */
function wantsSecret(trigger: EditorNode): boolean {
  return red.nodes.node(textOrEmpty(trigger['account']))?.['requireSecret'] === true;
}
