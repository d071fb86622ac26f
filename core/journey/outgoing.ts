import type { MessageResult } from '../client';
import type { MessageRequest } from '../contract';
import { withLeftOut, withoutLeftOut, type Addressed } from './doNotSendTo';

/** What the steps of a journey change about a message. */
export type Changes = Pick<Addressed<unknown>, 'leftOut' | 'sendAt'>;

/** The request of a message as it goes out: without those that are left out, and at the time that the sending window gives it. */
export async function outgoing(
  request: MessageRequest,
  { leftOut, sendAt }: Changes,
): Promise<MessageRequest> {
  const toOthers = await withoutLeftOut(request, leftOut);
  return sendAt === undefined ? toOthers : { ...toOthers, sendDate: sendAt };
}

/** The result of a message that went out so. */
export function resultOfOutgoing(
  result: MessageResult,
  request: MessageRequest,
  { leftOut, sendAt }: Changes,
): MessageResult {
  const ofAll = withLeftOut(result, request, leftOut);
  const sendDate = sendAt ?? request.sendDate ?? undefined;
  return sendDate === undefined ? ofAll : { ...ofAll, sendDate };
}
