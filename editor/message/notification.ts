import { limits } from '../../core/contract/limits';
import type { FormGroup } from '../../core/forms';
import { addressesLength } from '../checks/message';
import { make } from '../dom';
import type { Dialog, FieldEditor } from '../form/editors';
import { groupEditor } from '../form/group';
import { asList, asText, asValues } from '../form/values';
import { red, translate } from '../red';
import { routeUrl } from '../route';

export interface NotificationEditor extends FieldEditor {
  /** Counts the characters of all addresses again. */
  count(): void;
}

/** Whom the service tells about the status, with the combined length of the addresses and how to have it told to this Node-RED. */
export function notificationEditor(group: FormGroup, stored: unknown, dialog: Dialog): NotificationEditor {
  const editor = groupEditor(group, stored, dialog);
  const counter = make('div', { class: 'messaging-counter', role: 'status' });
  const read = () => {
    const values = editor.read();
    // The event alone tells nobody: without an address there is no notification.
    return asList(asValues(values)['addresses']).length === 0 ? undefined : values;
  };
  const count = () => {
    const length = addressesLength(asList(asValues(editor.read())['addresses']));
    const max = limits.notificationAddresses;
    counter.textContent =
      length === 0 ? '' : translate('notification.length', { used: length, capacity: max });
    counter.classList.toggle('messaging-warning', length > max);
  };
  const element = make('div', {}, editor.element, counter, triggerHelp());
  return { element, read, count };
}

/** Where the address of a trigger comes from: the nodes that receive notifications in this workspace, with their addresses. */
function triggerHelp(): HTMLElement {
  const triggers = red.nodes.filterNodes({ type: 'messaging-notification' });
  const text = make(
    'p',
    {},
    translate(triggers.length === 0 ? 'notification.noTrigger' : 'notification.triggers'),
  );
  const addresses = triggers.map((node) =>
    make(
      'li',
      {},
      `${asText(node['name']) || node.type}: `,
      make('code', {}, routeUrl(asText(node['path']), node['account'])),
    ),
  );
  return make('div', { class: 'messaging-tip' }, text, make('ul', {}, ...addresses));
}
