import type { IDataObject } from 'n8n-workflow';

import { skippedOutput, type Accepted, type StatusResult, type Tried } from '../../../../core/client';
import type { WouldGoOut } from '../../../../core/steps';
import type { PageCount } from '../../../../core/sms';
import { asData } from '../../../data';
import type { Draft } from './drafts';

/** What comes out for a message: what became of it; undefined if it was not begun. */
export function outputOf({ result }: Draft): Tried<IDataObject> | undefined {
  if (result === undefined) return undefined;
  if (result.outcome === 'failed') return { ok: false, error: result.error };
  if (result.outcome === 'accepted') return { ok: true, value: acceptedOutput(result) };
  return { ok: true, value: asData(skippedOutput(result)) };
}

/** The output of a message that was accepted. */
export function acceptedOutput(result: Accepted): IDataObject {
  const { messageId, messageIds, recipients, batchId, mediaIds = [], sendDate, pages } = result;
  const { notes, statusText, requestId, raw, channel, attempts } = result;
  const [mediaId, ...more] = mediaIds;
  // One message to one recipient has one ID.
  const several = recipients.length === 1 && messageIds.length === 1 ? {} : { messageIds, recipients };
  const media = more.length === 0 ? { mediaId } : { mediaIds };
  const sms = smsOutput(pages);
  const answer = { sendDate, sms, notes, statusText, requestId, raw };
  return asData({ messageId, ...several, batchId, ...media, ...answer, channel, attempts });
}

/** The output for the status of a message. n8n asks for at most ten fields, so channel and customer id are only in `raw`. */
export function statusOutput(result: StatusResult): IDataObject {
  const { messageId, status, statusText, final, recipient, errorCode, errorText } = result;
  const { timestamp, requestId, raw } = result;
  const outcome = { status, statusText, final, errorCode, errorText };
  return asData({ messageId, recipient, ...outcome, timestamp, requestId, raw });
}

/** The output of *Check* for a message that would go out. */
export function checkedOutput({ request, pages, skipped }: WouldGoOut, notes: string[]): IDataObject {
  const said = notes.length === 0 ? undefined : notes;
  return asData({ goesOut: true, skipped, request, sms: smsOutput(pages), notes: said });
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
