import { pagesOf } from '../client';
import type { MessageRequest } from '../contract';
import type { PageCount } from '../sms';
import { outgoing, type Changes } from './outgoing';

/** What is known of a message that is only checked. */
export interface WouldGoOut {
  /** The request that would be sent. */
  request: MessageRequest;
  /** Only for an SMS. */
  pages: PageCount | undefined;
  /** Those among its recipients who would get nothing, as written in the request. */
  leftOut?: string[];
}

/** What would go out of a message, after the steps that a check takes. */
export async function wouldGoOut(request: MessageRequest, changes: Changes): Promise<WouldGoOut> {
  const sent = await outgoing(request, changes);
  const pages = pagesOf(sent);
  const leftOut = (changes.leftOut ?? []).flatMap(({ address }) => address ?? []);
  return {
    request: sent,
    pages,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}
