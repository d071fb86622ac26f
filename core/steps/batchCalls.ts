import type { MessageRequest } from '../contract';
import { MOST_PER_CALL } from '../contract/limits';
import { jsonOf } from '../json';
import { conversationsOf } from './outgoing';

interface Member {
  readonly request: MessageRequest;
  /** Set if it is part of a text: only an answer says whether it got through, so what follows to the same person goes out in a later call. */
  readonly part?: unknown;
}

/**
 * The messages of each call, in the order of the calls, with the conversations that they belong to. A call has at most `most` messages, all with
 * the same notification, because a batch has one for all (specification 2.2). Messages to one person keep their order.
 */
export function batchCalls<M extends Member>(members: readonly M[], most = MOST_PER_CALL) {
  const calls: Array<{ members: M[]; conversations: string[] }> = [];
  /** By notification: which calls have room, in their order. */
  const withRoom = new Map<string, number[]>();
  /** By conversation: the first call in which it can go on. */
  const earliest = new Map<string, number>();
  for (const member of members) {
    const { request, part } = member;
    const conversations = conversationsOf(request);
    const first = conversations.reduce((latest, each) => Math.max(latest, earliest.get(each) ?? 0), 0);
    const notification = jsonOf(request.notification) ?? '';
    const room = withRoom.get(notification) ?? [];
    withRoom.set(notification, room);
    const open = room.find((each) => each >= first);
    const place = open ?? calls.length;
    if (open === undefined) room.push(place);
    const call = (calls[place] ??= { members: [], conversations: [] });
    call.members.push(member);
    if (call.members.length === most) room.splice(room.indexOf(place), 1);
    for (const each of conversations) {
      call.conversations.push(each);
      earliest.set(each, part === undefined ? place : place + 1);
    }
  }
  return calls;
}
