import type { ICredentialDataDecryptedObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { MessagingError } from '../core/client/outcome/errors';
import { DOCUMENTED_CALLERS, judgeCaller, readAllowList, type AllowList } from '../core/receive';
import { textOf } from '../core/errors/sentence';
import { asText, messageIn } from '../core/reading';
import { allowedCallers, IN_N8N } from './account';
import { nodeKey } from './nodeKey';
import { fault } from './texts';

/** Why a call is refused. */
export interface Refusal {
  reason: string;
  hint?: string | undefined;
  status?: 400 | 403 | 503;
}

/** The settings that decide whether an address may call. */
export interface CallerSettings {
  /** Undefined if anybody may call. */
  allowList: AllowList | undefined;
  /** Where the list is set, such as `'More Allowed Callers' of this trigger`. */
  settingName: string;
}

/**
 * The addresses of the service, and those that a person has added.
 * @param settingName where, such as `'More Allowed Callers' of this trigger`
 * @throws MessagingError `invalid_settings` for an entry that is neither an address nor a range: an allow-list fails closed
 */
export function callersWith(more: unknown, settingName: string): CallerSettings {
  const read = readAllowList([...DOCUMENTED_CALLERS, String(more ?? '')]);
  if (read.ok) return { allowList: read.list, settingName };
  throw new MessagingError(
    fault('invalid_settings.callers', { problem: read.problem, setting: settingName }),
  );
}

/** Who may report the status of a message to a node that waits for it. @throws as `callersWith` */
export function reportersOf(credential: ICredentialDataDecryptedObject): CallerSettings {
  return callersWith(asText(credential[allowedCallers.name]), `'${allowedCallers.label}' of the credential`);
}

const PROXY_ADVICE =
  'Set the environment variable N8N_PROXY_HOPS of n8n to the exact number of proxies in front of it, most often 1.';

/** Why the caller of a webhook is refused; undefined if it may call (specification 6.1). */
export function refusalOfAddress(
  context: IWebhookFunctions,
  { allowList, settingName }: CallerSettings,
): Refusal | undefined {
  if (allowList === undefined) return undefined;
  const request = context.getRequestObject();
  const judgement = judgeCaller({
    address: request.ip,
    allowList,
    forwardedHeader: request.headers['x-forwarded-for'] ?? request.headers.forwarded,
    trustProxy: request.app.get('trust proxy'),
    proxyAdvice: PROXY_ADVICE,
    settingName,
  });
  const hint = judgement.hint && textOf(judgement.hint, IN_N8N);
  if (!judgement.allowed) return { reason: textOf(judgement.reason, IN_N8N), hint };
  if (hint !== undefined) hintOnce(context, hint);
  return undefined;
}

const hintGiven = new Set<string>();

/** Logs, once for each node, what is wrong with the proxy settings although the caller is allowed. */
function hintOnce(context: IWebhookFunctions, hint: string): void {
  const node = nodeKey(context);
  if (hintGiven.has(node)) return;
  hintGiven.add(node);
  context.logger.warn(`${context.getNode().name}: ${hint}`);
}

/** Writes the response itself: an error would be stored as a failed execution, and n8n's own response would be 200. */
export function refuse(
  context: IWebhookFunctions,
  { reason, hint, status = 403 }: Refusal,
): IWebhookResponseData {
  context.logger.warn(`${context.getNode().name}: ${reason}`);
  context.getResponseObject().status(status).json({ message: reason, hint }).end();
  return { noWebhookResponse: true };
}

/** The response to a call that ended in an error, which is for the log only: the caller may be anybody. */
export function refuseUnhandled(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
  context.logger.warn(`${context.getNode().name}: ${messageIn(error)}`);
  return refuse(context, { reason: 'This call could not be handled. Call again.', status: 503 });
}
