import { button, make } from '../dom';
import { groupEditor } from '../form/group';
import { accountOf, red, translate, type EditorNode } from '../red';
import type { RowEditor } from '../rows';
import { statusAddress } from '../nodes/address';
import { asList, fieldsOf, isEmpty, literal, textOrEmpty } from '../values';
import { forms } from '../../core/forms/forms';

/** Whom the service notifies of the status, with help to enter the address of this Node-RED. */
export function notificationEditor({ notification: stored }: EditorNode): RowEditor {
  let editor = groupEditor(forms.notification, stored);
  const room = make('div', {}, editor.element);
  const enter = (address: string) => {
    const values = fieldsOf(editor.read());
    const others = asList(values['addresses']).filter(
      (other) => literal(fieldsOf(other)['address']) !== address,
    );
    const entry = { type: { t: 'str', v: 'UrlPost' }, address: { t: 'str', v: address } };
    editor = groupEditor(forms.notification, { ...values, addresses: [...others, entry] });
    room.replaceChildren(editor.element);
    $(room).trigger('change');
  };
  return {
    element: make('div', {}, room, triggerHelp(enter)),
    // Who has entered no address has chosen nothing: the event is there from the beginning.
    read: () => {
      const values = fieldsOf(editor.read());
      return isEmpty(values['addresses']) && isUsual(values['forEvent']) ? {} : values;
    },
  };
}

function isUsual(event: unknown): boolean {
  return forms.notification.fields.some((field) => field.kind === 'choice' && field.usual === literal(event));
}

/** Offers the addresses of the nodes in this workspace that receive notifications. */
function triggerHelp(enter: (address: string) => void): HTMLElement {
  const triggers = red.nodes.filterNodes({ type: 'messaging-notification' });
  const text = translate(triggers.length === 0 ? 'notification.noTrigger' : 'notification.triggers');
  const addresses = triggers.map((node) => {
    const address = statusAddress(node);
    const name = `${textOrEmpty(node['name']) || node.type}: `;
    const enterIt = button(translate('notification.enter'), () => enter(address));
    // Only the callers may know it, so the editor cannot add it to the address.
    const secret =
      accountOf(node)?.['requireSecret'] === true ? [` ${translate('notification.secret')}`] : [];
    return make('li', {}, name, make('code', {}, address), ' ', enterIt, ...secret);
  });
  return make('div', { class: 'messaging-tip' }, make('p', {}, text), make('ul', {}, ...addresses));
}
