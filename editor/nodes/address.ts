import { inboundPath } from '../../node-red/settings/calledPaths';
import { ANSWER_PLACE, pathBelow, TOKEN_LENGTH } from '../../node-red/settings/routePath';
import { textChecks } from '../checks/settings';
import { button, make } from '../dom';
import { helpOn } from '../help';
import { catalogText, red, translate, type EditorNode } from '../red';
import type { RowEditor } from '../rows';
import { textOrEmpty } from '../values';

/** The URL of a path of this Node-RED: below the account's public address, otherwise as seen from this browser. */
export function routeUrl(path: string, accountId: unknown): string {
  const origin = publicAddress(accountId) ?? window.location.origin;
  return `${origin}${pathBelow(red.settings.httpNodeRoot, path)}`;
}

/** Undefined if the account names none, or takes it from the environment, which the editor does not know. */
function publicAddress(accountId: unknown): string | undefined {
  const address = textOrEmpty(red.nodes.node(textOrEmpty(accountId))?.['publicAddress']).trim();
  return textChecks.publicAddress(address) === undefined ? address.replace(/\/+$/, '') : undefined;
}

function inboundPathOf(accountId: unknown): string {
  return textOrEmpty(red.nodes.node(textOrEmpty(accountId))?.['inboundPath']) || inboundPath;
}

/** Shows the complete address to give to the service, and updates it while the path is typed. */
export function addressRow({ type }: EditorNode): RowEditor {
  const id = 'messaging-address';
  const address = make('output', { id });
  const copy = button(translate('trigger.copy'), () => {
    void navigator.clipboard.writeText(address.textContent).then(() => {
      copy.textContent = translate('trigger.copied');
    });
  });
  copy.hidden = !('clipboard' in navigator);
  const { mark, help } = helpOn(id, catalogText(`${type}.help.address`));
  const element = make(
    'div',
    { class: 'messaging-field' },
    make('label', { for: id, id: `${id}-label` }, translate('label.address')),
    make('div', { class: 'messaging-control' }, address, copy),
    make('div', { class: 'messaging-below-control' }, ...help),
    ...mark,
  );
  return {
    element,
    update({ path, account }) {
      address.textContent = routeUrl(
        path === undefined ? inboundPathOf(account) : textOrEmpty(path).trim(),
        account,
      );
    },
  };
}

/** What stands at the end of a question with a link, as long as the link that is sent, for the count of its text. */
export function linkAtEnd({ type, answerBy, waitFor, account }: EditorNode): string {
  if (type !== 'messaging-ask' || answerBy !== 'link' || waitFor === 'delivery') return '';
  return `\n${routeUrl(`${inboundPathOf(account)}${ANSWER_PLACE}`, account)}${'x'.repeat(TOKEN_LENGTH)}`;
}
