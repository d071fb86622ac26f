import type { MessageRequest } from '../../contract';

/**
 * Groups messages that can go out in one call: those with the same notification, because a batch has one notification for all
 * (specification 2.2). Groups are in the order of their first message.
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
