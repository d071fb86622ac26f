import { tapsIn, visibleText } from '../reading';
import type { Template } from '../seed/seed';
import type { InboundMessage } from '../state/inbound';
import type { SandboxMessage } from '../state/messages';
import { ABSENT } from '../state/outcomes';
import { durationText } from '../duration';
import { proposedPattern } from './patterns';
import type { Expectation, Step, Test } from './format';

/** Something that happened beside the conversation: a jump of the clock or a fault. */
export interface Action {
  /** On the sandbox's clock, milliseconds since 1970. */
  at: number;
  step: Step;
}

/** An answer that takes longer needs more than the usual patience. */
const SLOW = 5000;

interface Moment extends Action {
  /** The person that the message is to or from, its channel, and the number of the account that the person wrote to. */
  person?: string;
  channel?: Test['channel'];
  own?: string;
}

/** The test of a conversation that was played. It has no name yet. */
export function recorded(
  sent: SandboxMessage[],
  received: InboundMessage[],
  actions: Action[],
  templates: Template[],
): Omit<Test, 'name'> | undefined {
  const moments: Moment[] = [
    ...actions,
    ...received.map(momentOfInbound),
    ...sent.filter(({ state }) => !ABSENT.includes(state)).map((each) => momentOfSent(each, templates)),
  ].sort((one, other) => one.at - other.at);
  const first = moments.find(({ person }) => person !== undefined);
  if (first?.person === undefined || first.channel === undefined) return undefined;
  const { person, channel } = first;
  const to = moments.find((each) => each.own !== undefined && each.channel === channel)?.own;
  const steps = moments.map((moment, index) => toStep(moment, moments[index - 1], { person, channel }));
  return { person, channel, ...(to === undefined ? {} : { to }), steps };
}

function momentOfInbound({ at, from, to, channel, content }: InboundMessage): Moment {
  const step: Step =
    content.type === 'Text' ? { write: content.text } : { tap: content.reply.title || content.reply.id };
  return { at, person: from, channel, own: to, step };
}

function momentOfSent(message: SandboxMessage, templates: Template[]): Moment {
  const { history, acceptedAt, to, channel } = message;
  const at = history.find(({ state }) => state === 'Sent')?.at ?? acceptedAt;
  return { at, person: to, channel, step: { expect: toExpectation(message, templates) } };
}

/** What is expected of such a message: its text, with a pattern for what changes from run to run, and its first button. */
function toExpectation(message: SandboxMessage, templates: Template[]): Expectation {
  const text = visibleText(message, templates);
  const pattern = proposedPattern(text);
  const [button] = tapsIn(message, templates);
  return {
    ...(pattern !== undefined ? { pattern } : text === '' ? {} : { text }),
    ...(button === undefined ? {} : { button: button.title }),
  };
}

/** The step with the person and the channel where they differ from the test's, and with patience where the flow took long. */
function toStep(
  moment: Moment,
  before: Moment | undefined,
  usual: { person: string; channel: string },
): Step {
  const { step, person, channel, at } = moment;
  const who = {
    ...(person === usual.person ? {} : { person }),
    ...(channel === usual.channel ? {} : { channel }),
  };
  if ('expect' in step) {
    const waited = before === undefined || 'advance' in before.step ? 0 : at - before.at;
    const within = waited > SLOW ? { within: durationText(Math.ceil(waited / 1000) * 2000) } : {};
    return { expect: { ...step.expect, ...who, ...within } };
  }
  return 'write' in step || 'tap' in step ? { ...step, ...who } : step;
}
