import { inboundPath, statusPath } from '../../node-red/shared/calledPaths';
import { find, make } from '../dom';
import { textOrEmpty } from '../form/values';
import { channelLabel } from '../names';
import { catalogText, red, translate, type EditorNode } from '../red';
import { routeUrl } from '../route';
import type { MessageForm } from '../message/messageForm';
import { offerContextStores } from './contextStore';
import { openMessage } from './send';

const opened = new WeakMap<EditorNode, MessageForm>();

/** `Ask by WhatsApp`. */
export function label(node: EditorNode): string {
  return translate('nodeLabel.ask', { channel: channelLabel(textOrEmpty(node['channel'])) });
}

export function open(node: EditorNode): void {
  offerContextStores(node);
  opened.set(node, openMessage(node, { uploads: true }));
  const waitFor = find('select', '#node-input-waitFor');
  const account = find('select', '#node-input-account');
  const show = () => showReach(account.value, waitFor.value === 'delivery');
  for (const select of [waitFor, account]) $(select).on('change', show);
  show();
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) Object.assign(node, form.read());
}

/** Shows where answers or reports come in, and what keeps them from this node. */
function showReach(accountId: string, byReport: boolean): void {
  const place = find('div', '#messaging-reach');
  place.className = 'messaging-tip';
  const account = red.nodes.node(accountId);
  place.hidden = account === null || account === undefined;
  if (account === null || account === undefined) return;
  const path = byReport
    ? textOrEmpty(account['statusPath']) || statusPath
    : textOrEmpty(account['inboundPath']) || inboundPath;
  const isPublic = textOrEmpty(account['publicAddress']) !== '';
  const asksForStatus = byReport && !isPublic;
  const text = asksForStatus ? 'noPublic' : byReport ? 'reports' : 'answers';
  const address = asksForStatus ? [] : [make('code', {}, routeUrl(path, accountId))];
  const hints = [...(byReport || isPublic ? [] : ['browser']), ...(isTaken(path) ? ['taken'] : [])];
  place.replaceChildren(
    make('p', {}, `${catalogText(`messaging-ask.reach.${text}`)} `, ...address),
    ...hints.map((hint) =>
      make('p', { class: 'messaging-warning' }, catalogText(`messaging-ask.reach.${hint}`)),
    ),
  );
}

/** A core "http in" node with the same path gets the calls first. */
function isTaken(path: string): boolean {
  const plain = (value: unknown) =>
    textOrEmpty(value)
      .replace(/^\/|\/$/g, '')
      .toLowerCase();
  return red.nodes
    .filterNodes({ type: 'http in' })
    .some((node) => node['method'] === 'post' && plain(node['url']) === plain(path));
}
