/** The paths of an account on which the service calls Node-RED, if it names no others: for inbound messages, and for the status of sent messages. */
export const usualPaths = {
  inboundPath: '/api/webhooks/receivedmessage',
  statusPath: '/api/webhooks/notification',
};

/** Whether an account can have this path: it may contain only what a URL can, and nothing that any version of Express reads as a pattern. */
export function isRoutePath(path: string): boolean {
  return /^\/[\w/.~-]*$/.test(path);
}

/** Whether an account can have this public address: the service and the links to answer pages begin with it. */
export function isPublicAddress(address: string): boolean {
  return /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/i.test(address);
}

/** Between the inbound path of an account and the token at the end of a link; an SMS pays for every character. */
export const ANSWER_PLACE = '/a/';
/** The reference of a question, and its signature. */
export const TOKEN_LENGTH = 38;

/** A path below the root of Node-RED's http nodes (`httpNodeRoot`). */
export function pathBelow(root: unknown, path: string): string {
  return `/${typeof root === 'string' ? root : ''}/${path}`.replace(/\/{2,}/g, '/');
}
