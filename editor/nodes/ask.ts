import { inboundPath, statusPath } from '../../node-red/settings/calledPaths';
import { takesCalls } from '../../node-red/settings/routePath';
import { find, make } from '../dom';
import { textOrEmpty } from '../form/values';
import { catalogText, red } from '../red';
import { routeUrl } from '../route';

/** Shows where answers or reports come in, and what keeps them from this node. */
export function openReach(): void {
  const waitFor = find('select', '#node-input-waitFor');
  const account = find('select', '#node-input-account');
  const show = () => showReach(account.value, waitFor.value === 'delivery');
  $([waitFor, account]).on('change', show);
  show();
}

function showReach(accountId: string, byReport: boolean): void {
  const place = find('div', '#messaging-reach');
  place.className = 'messaging-tip';
  const account = red.nodes.node(accountId) ?? undefined;
  place.hidden = account === undefined;
  if (account === undefined) return;
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

/** Whether a core "http in" node gets the calls to a path first. */
function isTaken(path: string): boolean {
  return red.nodes.filterNodes({ type: 'http in' }).some((node) => takesCalls(node, path));
}
