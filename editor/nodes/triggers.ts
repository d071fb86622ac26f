import { find, make } from '../dom';
import { forms } from '../../core/forms/forms';
import { asList, asText } from '../form/values';
import { channelLabel } from '../names';
import { translate, type EditorNode } from '../red';
import { routeUrl } from '../route';
import { secondOutputBySwitch } from './common';

/** The nodes that the service calls: what their dialogs have in common. */
export function label(node: EditorNode): string {
  return asText(node['path']);
}

export function open(node: EditorNode): void {
  showAddress();
  offerChannels(asList(node['channels']));
  secondOutputBySwitch('refusedOutput');
  warnOfAnyCaller();
}

export function save(node: EditorNode): void {
  const chosen = document.querySelectorAll<HTMLInputElement>('#messaging-channels input:checked');
  node['channels'] = [...chosen].map(({ value }) => value);
}

/** The whole address of the trigger, as the service must be told it, kept up to date while the path is typed. */
function showAddress(): void {
  const path = find('input', '#node-input-path');
  const account = $('#node-input-account');
  const address = find('output', '#messaging-address');
  const copy = find('button', '#messaging-copy');
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

function offerChannels(chosen: unknown[]): void {
  const boxes = Object.keys(forms.contentsOfChannel).map((channel) => {
    const box = make('input', { type: 'checkbox', value: channel, checked: chosen.includes(channel) });
    return make('label', { class: 'messaging-box' }, box, ` ${channelLabel(channel)}`);
  });
  find('div', '#messaging-channels').append(...boxes);
}

/** Without the allow-list anybody who knows the address can start the flow: said where it is switched off. */
function warnOfAnyCaller(): void {
  const anyCaller = find('input', '#node-input-allowAnyCaller');
  const warning = find('div', '#messaging-any-caller');
  const show = () => {
    warning.hidden = !anyCaller.checked;
  };
  anyCaller.addEventListener('change', show);
  show();
}
