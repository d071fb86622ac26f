import {
  ANSWER_PLACE,
  isPublicAddress,
  pathBelow,
  TOKEN_LENGTH,
  usualPaths,
} from '../../node-red/settings/routePath';
import { button, make } from '../dom';
import { helpOn } from '../help';
import { accountOf, catalogText, red, translate, type EditorNode } from '../red';
import type { RowEditor } from '../rows';
import { textOrEmpty } from '../values';

type PathName = keyof typeof usualPaths;

/** What of an account says where it is called, as it is stored or entered. */
type Called = Readonly<Record<string, unknown>>;

/**
 * The URL of a path of an account: below its public address, otherwise as seen from this browser. The editor does not know what an account takes from
 * the environment.
 */
function addressOf(account: Called | undefined, name: PathName, below = ''): string {
  const entered = textOrEmpty(account?.['publicAddress']).trim();
  const origin = isPublicAddress(entered) ? entered.replace(/\/+$/, '') : window.location.origin;
  const path = textOrEmpty(account?.[name]).trim() || usualPaths[name];
  return `${origin}${pathBelow(red.settings.httpNodeRoot, path + below)}`;
}

/** Where the service reports the status of messages to an account's nodes. */
export function statusAddress(node: EditorNode): string {
  return addressOf(accountOf(node), 'statusPath');
}

/** Shows an address to give to the service, as it is with what is entered. */
export function addressRow(name: string, { type }: EditorNode): RowEditor {
  const isAccount = type === 'messaging-account';
  const isStatus = name === 'statusAddress' || type === 'messaging-notification';
  const id = `messaging-${name}`;
  const address = make('output', { id });
  const copy = button(translate('trigger.copy'), () => {
    void navigator.clipboard.writeText(address.textContent).then(() => {
      copy.textContent = translate('trigger.copied');
    });
  });
  copy.hidden = !('clipboard' in navigator);
  const { mark, help } = helpOn(id, catalogText(`${type}.help.${isAccount ? name : 'address'}`));
  const label = isAccount ? catalogText(`${type}.label.${name}`) : translate('label.address');
  const element = make(
    'div',
    { class: 'messaging-field' },
    make('label', { for: id, id: `${id}-label` }, label),
    make('div', { class: 'messaging-control' }, address, copy),
    make('div', { class: 'messaging-below-control' }, ...help),
    ...mark,
  );
  return {
    element,
    update(node) {
      const account = isAccount ? node : accountOf(node);
      address.textContent = addressOf(account, isStatus ? 'statusPath' : 'inboundPath');
    },
  };
}

/** What stands at the end of a question with a link, as long as the link that is sent, for the count of its text. */
export function linkAtEnd(node: EditorNode): string {
  const { type, answerBy, waitFor } = node;
  if (type !== 'messaging-ask' || answerBy !== 'link' || waitFor === 'delivery') return '';
  return `\n${addressOf(accountOf(node), 'inboundPath', ANSWER_PLACE)}${'x'.repeat(TOKEN_LENGTH)}`;
}
