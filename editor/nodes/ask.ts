import { find, make } from '../dom';
import { asText } from '../form/values';
import { channelLabel } from '../names';
import { red, translate, type EditorNode } from '../red';
import { routeUrl } from '../route';
import { catalogText, checkNumber, type ValidatorOptions, type Verdict } from './common';
import type { MessageForm } from '../message/messageForm';
import { openMessage } from './send';

export { checkBuffer, checkForm } from './send';

const opened = new WeakMap<EditorNode, MessageForm>();

const UNITS: Record<string, number> = { seconds: 31_536_000, minutes: 525_600, hours: 8760, days: 365 };

/** A time limit of more than nothing, a year at most. */
export function checkLimit(node: EditorNode, value: unknown, options?: ValidatorOptions): Verdict {
  return checkNumber(value, 0.001, UNITS[asText(node['limitUnit'])] ?? 365, options);
}

/** `Ask by WhatsApp`. */
export function label(node: EditorNode): string {
  return translate('nodeLabel.ask', { channel: channelLabel(asText(node['channel'])) });
}

export function open(node: EditorNode): void {
  opened.set(node, openMessage(node, { uploads: true }));
  const waitFor = find('select', '#node-input-waitFor');
  const misfit = find('select', '#node-input-misfit');
  const account = find('select', '#node-input-account');
  const show = () => {
    find('div', '#messaging-choice').hidden = waitFor.value !== 'choice';
    find('div', '#messaging-again').hidden = misfit.value !== 'again';
    find('div', '#messaging-also-triggers').hidden = waitFor.value === 'delivery';
    showReach(account.value, waitFor.value === 'delivery');
  };
  for (const select of [waitFor, misfit, account]) $(select).on('change', show);
  show();
}

export function save(node: EditorNode): void {
  const form = opened.get(node);
  if (form !== undefined) Object.assign(node, form.read());
}

/** Where answers or reports come in, and what keeps them from this node. */
function showReach(accountId: string, byReport: boolean): void {
  const place = find('div', '#messaging-reach');
  const account = red.nodes.node(accountId);
  place.hidden = account === null || account === undefined;
  if (account === null || account === undefined) return;
  const path = byReport
    ? asText(account['statusPath']) || '/api/webhooks/notification'
    : asText(account['inboundPath']) || '/api/webhooks/receivedmessage';
  const asksForStatus = byReport && asText(account['publicAddress']) === '';
  const text = asksForStatus ? 'noPublic' : byReport ? 'reports' : 'answers';
  const address = asksForStatus ? [] : [make('code', {}, routeUrl(path, accountId))];
  const taken = isTaken(path)
    ? [make('p', { class: 'messaging-warning' }, catalogText('messaging-ask.reach.taken'))]
    : [];
  place.replaceChildren(
    make('p', {}, `${catalogText(`messaging-ask.reach.${text}`)} `, ...address),
    ...taken,
  );
}

/** A core node "http in" of the same path gets the calls first. */
function isTaken(path: string): boolean {
  const plain = (value: unknown) =>
    asText(value)
      .replace(/^\/|\/$/g, '')
      .toLowerCase();
  return red.nodes
    .filterNodes({ type: 'http in' })
    .some((node) => node['method'] === 'post' && plain(node['url']) === plain(path));
}
