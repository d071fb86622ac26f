import { pathBelow } from '../node-red/settings/routePath';
import { textChecks } from './checks/settings';
import { textOrEmpty } from './form/values';
import { red } from './red';

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
