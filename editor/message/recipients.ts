import type { ListField, TextField } from '../../core/forms';
import { explain } from '../checks/explain';
import { checkLeaf } from '../checks/leaf';
import { make, uniqueId } from '../dom';
import type { Dialog } from '../form/editors';
import { leafEditor } from '../form/leaf';
import { listEditor } from '../form/list';
import { asList, type Values } from '../form/values';
import { translate } from '../red';
import { row } from './sections';

export interface RecipientEditor {
  element: HTMLElement;
  /** `to` or `toList`, never both; neither if the recipient comes with the message. */
  read(): Values;
}

/**
 * The recipients of the message: one number, or a list of numbers, persons and groups.
 *
 * @param country gives the account's country code for national numbers
 */
export function recipientEditor(
  one: TextField,
  several: ListField,
  stored: Values,
  dialog: Dialog,
  country: () => string | undefined,
): RecipientEditor {
  const to = leafEditor({ ...one, help: translate('recipient.help') }, stored['to'], dialog, (leaf) =>
    explain(checkLeaf(one, leaf, country())),
  );
  const list = listEditor(several, stored['toList'], dialog);
  const listRow = make(
    'div',
    { class: 'messaging-list-row' },
    make('div', { class: 'messaging-help' }, translate('recipient.helpSeveral')),
    list.element,
  );
  const mode = make(
    'select',
    {},
    new Option(translate('recipient.one'), 'one'),
    new Option(translate('recipient.several'), 'several'),
  );
  const show = () => {
    to.element.hidden = mode.value !== 'one';
    listRow.hidden = mode.value !== 'several';
  };
  mode.value = asList(stored['toList']).length > 0 ? 'several' : 'one';
  mode.addEventListener('change', () => {
    show();
    dialog.changed();
  });
  show();
  return {
    element: make(
      'div',
      { class: 'messaging-fields' },
      row(uniqueId(), translate('recipient.mode'), mode),
      to.element,
      listRow,
    ),
    read: () => (mode.value === 'one' ? { to: to.read() } : { toList: list.read() }),
  };
}
