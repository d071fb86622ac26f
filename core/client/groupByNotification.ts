import type { MessageRequest } from '../contract';

/**
 * Puts together what can go out in one call: messages that want the same notification, because it belongs to a batch as a whole
 * (specification 2.2). Groups stand in the order of their first message.
 */
export function groupByNotification<Member extends { request: Pick<MessageRequest, 'notification'> }>(
  members: readonly Member[],
): Array<[Member, ...Member[]]> {
  const groups = new Map<string, [Member, ...Member[]]>();
  for (const member of members) {
    const { notification } = member.request;
    const key = notification === undefined ? '' : JSON.stringify(notification);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return [...groups.values()];
}
