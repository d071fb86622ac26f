import type { MessageRequest } from '../../contract';

/** The service names no limit; if a call fails, this many messages at most are in doubt. */
export const MOST_PER_CALL = 1000;

/**
 * The messages of each call: at most `most`, and with the same notification, because a batch has one notification for all (specification
 * 2.2). Calls are in the order of the first message of each notification.
 */
export function batchCalls<Member extends { request: Pick<MessageRequest, 'notification'> }>(
  members: readonly Member[],
  most = MOST_PER_CALL,
): Member[][] {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const { notification } = member.request;
    const key = notification === undefined ? '' : JSON.stringify(notification);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return [...groups.values()].flatMap((group) => chunksOf(group, most));
}

function chunksOf<Member>(members: readonly Member[], size: number): Member[][] {
  return Array.from({ length: Math.ceil(members.length / size) }, (_, index) =>
    members.slice(index * size, (index + 1) * size),
  );
}
