import { channels } from '../../core/contract/names';
import { button, find, make } from '../dom';
import { foldHelp } from '../help';
import { asList, type Values } from '../form/values';
import { helpBelow, row } from '../message/sections';
import { catalogText, translate, type EditorNode } from '../red';
import { routeUrl } from '../route';
import { namedChoices } from '../texts';

/** Shows the complete address of the trigger to give to the service, and updates it while the path is typed. */
export function openAddress({ type }: EditorNode): void {
  const text = (key: string) => catalogText(`${type}.${key}`);
  const path = find('input', '#node-input-path');
  const account = $('#node-input-account');
  const address = make('output', { id: 'messaging-address' });
  const copy = button(text('button.copy'), () => {
    void navigator.clipboard.writeText(address.textContent).then(() => {
      copy.textContent = translate('trigger.copied');
    });
  });
  copy.hidden = !('clipboard' in navigator);
  const shown = row(text('label.address'), address, copy);
  shown.append(helpBelow(text('help.address')));
  find('div', '#messaging-calledAddress').append(foldHelp(shown));
  const show = () => {
    address.textContent = routeUrl(path.value.trim(), account.val());
  };
  path.addEventListener('input', show);
  account.on('change', show);
  show();
}

/** Offers the channels whose events start the flow. */
export function openChannels({ type, channels: stored }: EditorNode): () => Values {
  const chosen = asList(stored);
  const boxes = Object.entries(namedChoices(channels)).map(([value, name]) => {
    const box = make('input', { type: 'checkbox', value, checked: chosen.includes(value) });
    return { box, label: make('label', { class: 'messaging-box' }, box, ` ${name}`) };
  });
  const title = catalogText(`${type}.label.channels`);
  const group = make(
    'div',
    { class: 'messaging-field', role: 'group', 'aria-label': title },
    make('span', { class: 'messaging-label' }, title),
    make('div', { class: 'messaging-control' }, ...boxes.map(({ label }) => label)),
    helpBelow(catalogText(`${type}.help.channels`)),
  );
  find('div', '#messaging-channels').append(foldHelp(group));
  return () => ({ channels: boxes.flatMap(({ box }) => (box.checked ? [box.value] : [])) });
}
