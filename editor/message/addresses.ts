import type { Channel } from '../../core/contract';
import type { FormField } from '../../core/forms';
import { forms } from '../../core/forms/forms';
import { checkLeaf } from '../checks/leaf';
import { senderProblem } from '../checks/settings';
import { make, offer } from '../dom';
import { leafEditor, type LeafEditor } from '../form/leaf';
import { listEditor } from '../form/list';
import { asList, literal, type Values } from '../form/values';
import { translate } from '../red';
import { formText } from '../texts';
import { row } from './sections';

/** The sender of the message; if it is empty, the account has one. */
export function senderEditor(stored: unknown, channel: () => Channel): LeafEditor {
  const field = messageField('from', (each) => each.kind === 'text');
  const help = `${formText(field.help)} ${translate('senderHelp')}`;
  return leafEditor({ ...field, help, required: false }, stored, (leaf) => {
    const typed = literal(leaf);
    return typed === undefined ? undefined : senderProblem(channel(), typed);
  });
}

/**
 * The recipients of the message: one number, or a list of numbers, people and groups. Reads `to` or `toList`, never both; neither if the
 * recipient comes with the message.
 *
 * @param context `country` gives the account's country code for national numbers; `onlyOne` says whether the message goes to one
 *   number: a list that is stored is still shown, with what is wrong with it
 */
export function recipientEditor(
  { to, toList }: Values,
  { country, onlyOne }: { country: () => string | undefined; onlyOne: () => boolean },
) {
  const field = messageField('to', (each) => each.kind === 'text');
  const one = leafEditor({ ...field, help: translate('recipient.help') }, to, (leaf) =>
    checkLeaf(field, leaf, country()),
  );
  const several = listEditor(
    messageField('toList', (each) => each.kind === 'list'),
    toList,
  );
  const help = make('div', { class: 'messaging-help' }, translate('recipient.helpSeveral'));
  const listRow = make('div', { class: 'messaging-list-row' }, help, several.element);
  const options = { one: translate('recipient.one'), several: translate('recipient.several') };
  const mode = offer(make('select'), options, asList(toList).length > 0 ? 'several' : 'one');
  const modeRow = row(translate('recipient.mode'), mode);
  const show = () => {
    modeRow.hidden = onlyOne() && mode.value === 'one';
    one.element.hidden = mode.value !== 'one';
    listRow.hidden = mode.value !== 'several';
  };
  mode.addEventListener('change', show);
  show();
  return {
    element: make('div', { class: 'messaging-fields' }, modeRow, one.element, listRow),
    show,
    read: () => (mode.value === 'one' ? { to: one.read() } : { toList: several.read() }),
  };
}

function messageField<F extends FormField>(name: string, isKind: (field: FormField) => field is F): F {
  const field = forms.message.fields.filter(isKind).find((each) => each.name === name);
  if (field === undefined) throw new Error(`The contract has no such field ${name}`);
  return field;
}
