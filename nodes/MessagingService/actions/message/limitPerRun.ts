import type { MessageRequest } from '../../../../core/contract';
import { checkBalance, checkRun, type Steps } from '../../../../core/steps';
import type { LimitPerRun } from '../../fields/limitPerRun';
import type { Draft } from './draft';
import type { Service } from './steps';

/**
 * Lets nothing out if all messages together are more than *Limit per Run* allows.
 * @param service asked for the balance once, if that is the limit; without it, the balance is no limit
 */
export function limitOfRun(limit: LimitPerRun | undefined, service?: Service): Steps<Draft>['limit'] {
  if (limit === undefined) return undefined;
  const { label, most, pointsPerPage } = limit;
  if (most !== 'balance')
    return async (messages) => checkRun(messages, { label, most, pointsPerPage }, requestsOf);
  if (service === undefined) return undefined;
  const { client, signal } = service;
  const covered = { label, pointsPerPage: limit.pointsPerPage, balance: () => client.balance({ signal }) };
  return (messages) => checkBalance(messages, covered, requestsOf);
}

/** With fallback channels, each counts, as each may be sent. */
function requestsOf({ request, fallback }: Draft): MessageRequest[] {
  return [request, ...(fallback?.further ?? [])];
}
