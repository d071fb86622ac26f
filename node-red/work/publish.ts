import type { OpenMessages } from '../calls/openMessages';
import { readText } from '../../core/reading';
import { timeOfDay } from '../service/clock';
import type { Recorded } from './recorded';
import type { Submission } from './submission';

interface Published {
  submission: Submission;
  state: Recorded;
  /** The node works on it. */
  isUnderWay: boolean;
  /** Nothing changes any more what comes out. */
  isOver: boolean;
}

/** Enters a message where events of its account look for it: by the ids of what was sent, and by the persons who can answer. */
export function publish(
  open: OpenMessages,
  place: { owner: string; id: string },
  { submission, state: { tried }, isUnderWay, isOver }: Published,
): void {
  const { plan, question, messages } = submission;
  for (const { messageId, target, state } of tried)
    if (messageId !== undefined && state === 'accepted')
      open.follow(messageId, readText(messages[target]?.request, 'to'), place);
  if (question === undefined || plan.success !== 'answered') return;
  const { people, channel, sender, expects, alsoTriggers } = question;
  for (const { target, state, at } of tried) {
    const asked = people[target];
    if (asked === undefined) continue;
    const canAnswer = ['sending', 'accepted', 'delivered', 'unknown'].includes(state) && !isOver;
    open.enter({
      ...{ ...place, target, channel, sender, expects, alsoTriggers },
      ...{ reference: asked.reference, person: asked.person, link: asked.link },
      askedAt: timeOfDay(at),
      // One of several can answer until all of them have had their time.
      until: people.length === 1 ? timeOfDay(at + plan.eachMs) : Infinity,
      isSending: isUnderWay && state === 'sending',
      over: canAnswer ? undefined : state === 'answered' ? 'answered' : 'ended',
    });
  }
}
