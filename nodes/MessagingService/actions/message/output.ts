import type { IDataObject } from 'n8n-workflow';

import type { MessageResult, StatusResult } from '../../../../core/client';
import type { WouldGoOut } from '../../../../core/journey';
import type { PageCount } from '../../../../core/sms';
import { asData } from '../../../data';

/** The output of an accepted message, with the batch in which it was sent, the ids of its uploaded files, and the notes on it. */
export function messageOutput(
  result: MessageResult,
  {
    batchId,
    mediaIds = [],
    notes = [],
  }: { batchId?: string | undefined; mediaIds?: string[]; notes?: string[] },
): IDataObject {
  const { messageId, messageIds, recipients, sendDate, pages, statusText, requestId, raw } = result;
  const [mediaId, ...more] = mediaIds;
  // One message to one recipient has one ID.
  const several = recipients.length === 1 && messageIds.length === 1 ? {} : { messageIds, recipients };
  const media = more.length === 0 ? { mediaId } : { mediaIds };
  const sms = smsOutput(pages);
  const said = notes.length === 0 ? undefined : notes;
  return asData({
    messageId,
    ...several,
    batchId,
    ...media,
    sendDate,
    sms,
    notes: said,
    statusText,
    requestId,
    raw,
  });
}

/** The output for the status of a message. n8n asks for at most ten fields, so channel and customer id are only in `raw`. */
export function statusOutput(result: StatusResult): IDataObject {
  const { messageId, status, statusText, final, recipient, errorCode, errorText } = result;
  const { timestamp, requestId, raw } = result;
  const outcome = { status, statusText, final, errorCode, errorText };
  return asData({ messageId, recipient, ...outcome, timestamp, requestId, raw });
}

/** The output of a message that was only checked. */
export function validatedOutput(would: WouldGoOut, notes: string[]): IDataObject {
  return asData({ valid: true, ...said(would, notes) });
}

/** The output of *Check* for a message that would go out. */
export function checkedOutput(would: WouldGoOut, notes: string[]): IDataObject {
  return asData({ goesOut: true, ...said(would, notes) });
}

function said({ request, pages, leftOut }: WouldGoOut, notes: string[]) {
  return { leftOut, request, sms: smsOutput(pages), notes: notes.length === 0 ? undefined : notes };
}

function smsOutput(pages: PageCount | undefined) {
  if (pages === undefined) return undefined;
  const { encoding, characters, truncated, sentText, cutText, outsideGsm } = pages;
  return {
    encoding,
    pages: pages.pages,
    characters,
    truncated,
    ...(outsideGsm.length > 0 ? { outsideGsm } : {}),
    ...(truncated ? { charactersSent: [...sentText].length, cutText } : {}),
  };
}
