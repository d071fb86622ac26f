import { pagesOf } from '../client';
import type { MessageRequest } from '../contract';
import { charactersOutsideGsm, type PageCount } from '../sms';
import { outgoing, type Changes } from './outgoing';

/** What is known of a message that is only checked. */
export interface WouldGoOut {
  /** The request that would be sent. */
  request: MessageRequest;
  /** Only for an SMS. */
  pages: PageCount | undefined;
  /** The first 20 characters that make an SMS UCS-2, if it is. */
  outsideGsm?: string[];
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
    ...(pages?.encoding === 'UCS-2'
      ? { outsideGsm: charactersOutsideGsm(pages.sentText + pages.cutText) }
      : {}),
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}
