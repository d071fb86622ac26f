import { channels } from '../../core/contract/names';
import { find, make } from '../dom';
import { asList, textOrEmpty } from '../form/values';
import { helpBelow } from '../message/sections';
import { channelLabel } from '../names';
import { catalogText, translate, type EditorNode } from '../red';
import { routeUrl } from '../route';
import { offerContextStores } from './contextStore';

/** What the dialogs of the nodes that the service calls have in common. */
export function label(node: EditorNode): string {
  return textOrEmpty(node['path']);
}

export function open(node: EditorNode): void {
  showAddress(node);
  offerChannels(node);
  offerContextStores(node);
}

export function save(node: EditorNode): void {
  const chosen = document.querySelectorAll<HTMLInputElement>('#messaging-channels input:checked');
  node['channels'] = [...chosen].map(({ value }) => value);
}

/** Shows the complete address of the trigger to give to the service, and updates it while the path is typed. */
function showAddress({ type }: EditorNode): void {
  const text = (key: string) => catalogText(`${type}.${key}`);
  const path = find('input', '#node-input-path');
  const account = $('#node-input-account');
  const address = make('output', { id: 'messaging-address' });
  const copy = make(
    'button',
    { type: 'button', class: 'red-ui-button red-ui-button-small' },
    text('button.copy'),
  );
  find('div', '#messaging-calledAddress').append(
    make(
      'div',
      { class: 'messaging-field' },
      make('label', { for: 'messaging-address' }, text('label.address')),
      make('div', { class: 'messaging-control messaging-address' }, address, copy),
      helpBelow(text('help.address')),
    ),
  );
  const show = () => {
    address.textContent = routeUrl(path.value.trim(), account.val());
  };
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(address.textContent).then(() => {
      copy.textContent = translate('trigger.copied');
    });
  });
  copy.hidden = !('clipboard' in navigator);
  path.addEventListener('input', show);
  account.on('change', show);
  show();
}

function offerChannels(node: EditorNode): void {
  const chosen = asList(node['channels']);
  const boxes = channels.map((channel) => {
    const box = make('input', { type: 'checkbox', value: channel, checked: chosen.includes(channel) });
    return make('label', { class: 'messaging-box' }, box, ` ${channelLabel(channel)}`);
  });
  const title = catalogText(`${node.type}.label.channels`);
  find('div', '#messaging-channels').append(
    make(
      'div',
      { class: 'messaging-field', role: 'group', 'aria-label': title },
      make('span', { class: 'messaging-label' }, title),
      make('div', { class: 'messaging-control' }, ...boxes),
      helpBelow(catalogText(`${node.type}.help.channels`)),
    ),
  );
}
