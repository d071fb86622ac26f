import type { Control, SeenMessage } from './control';
import { millisecondsOf } from '../duration';
import { wholeText } from './patterns';
import {
  DEFAULT_WITHIN,
  type Expectation,
  type Step,
  type StepResult,
  type Test,
  type TestResult,
} from './types';
import { tapsOf, visibleText } from './visible';
import { channelInWords, expectationInWords, quoted, stepInWords, withinOf } from './words';
import type { InboundRequest } from '../control/schemas';
import type { Settings } from '../options';
import type { Template } from '../state/templates';

/** How long after the last step another message is still noticed. */
const QUIET = 500;
/** How often a message that was accepted earlier is looked at again: it may have been scheduled. */
const LOOK_AGAIN = 500;
/** States in which the person has not received the message, yet or ever. */
const ABSENT = ['Scheduled', 'Failed', 'Expired'];

/** Why a step is red, in words. */
class Red extends Error {}

/**
 * Plays a test: writes as the person and compares what the flow sends, message by message in their order.
 * @param onStep is called with the results so far after each step
 */
export async function runTest(
  control: Control,
  test: Test,
  onStep: (results: StepResult[]) => void = () => undefined,
): Promise<TestResult> {
  const begin = Date.now();
  const results: StepResult[] = [];
  const rehearsal = await Rehearsal.begin(control, test);
  let isRed = false;
  const report = (result: StepResult) => {
    isRed ||= result.outcome === 'red';
    results.push(result);
    onStep([...results]);
  };
  for (const step of test.steps) {
    const words = stepInWords(step);
    if (isRed) report({ outcome: 'skipped', words });
    else report(await outcomeOf(words, () => rehearsal.play(step)));
  }
  if (!isRed) {
    const end = await outcomeOf('', () => rehearsal.expectNothingElse());
    if (end.outcome === 'red') report(end);
  }
  await rehearsal.end();
  return {
    name: test.name,
    outcome: isRed ? 'red' : 'green',
    steps: results,
    milliseconds: Date.now() - begin,
  };
}

async function outcomeOf(words: string, play: () => Promise<void>): Promise<StepResult> {
  try {
    await play();
    return { outcome: 'green', words };
  } catch (error) {
    return { outcome: 'red', words: error instanceof Error ? error.message : String(error) };
  }
}

class Rehearsal {
  /** Messages that an expectation has taken. */
  private readonly taken = new Set<string>();

  private constructor(
    private readonly control: Control,
    private readonly test: Test,
    private readonly templates: Template[],
    private readonly faults: Settings['faults'],
    /** Sequence number of the newest message before the test, then of the newest one that has been seen. */
    private readonly since: number,
    private newest = since,
  ) {}

  static async begin(control: Control, test: Test): Promise<Rehearsal> {
    const { templates, settings } = await control.overview();
    const last = (await control.messages()).at(-1);
    return new Rehearsal(control, test, templates, settings.faults, last?.sequence ?? 0);
  }

  /** Leaves the sandbox as it was, but for its clock. */
  async end(): Promise<void> {
    if (this.test.steps.some((step) => 'fault' in step)) await this.control.change({ faults: this.faults });
  }

  async play(step: Step): Promise<void> {
    if ('write' in step) return await this.receive(step, { text: step.write });
    if ('tap' in step) return await this.tap(step);
    if ('advance' in step) return await this.control.advance(millisecondsOf(step.advance));
    if ('fault' in step) {
      const { fault, times = 1 } = step;
      return await this.control.change({ faults: [{ fault, times }] });
    }
    await this.expect(step.expect);
  }

  /** No message may follow that no step expects. */
  async expectNothingElse(): Promise<void> {
    const people = new Set([this.test.person, ...this.test.steps.map((step) => whoOf(step).person)]);
    const end = Date.now() + QUIET;
    do {
      const messages = await this.fresh();
      const other = messages.find(({ to }) => people.has(to));
      if (other) throw new Red(`expected nothing else, got ${this.inWords(other)}`);
      await this.control.nextMessage(this.newest, Math.max(0, end - Date.now()));
    } while (Date.now() < end);
  }

  private async receive(
    who: { person?: string; channel?: Test['channel'] },
    content: Pick<InboundRequest, 'text' | 'reply' | 'replyTo'>,
    to = this.test.to,
  ): Promise<void> {
    const { person = this.test.person, channel = this.test.channel } = who;
    const { push } = await this.control.receive({
      from: person,
      channel,
      ...(to === undefined ? {} : { to }),
      ...content,
    });
    if (push === undefined)
      throw new Red('expected the flow to get it, but nothing is forwarded: set a URL in Settings');
    const problem = push.attempts.at(-1)?.problem;
    if (problem !== undefined)
      throw new Red(`expected the flow to get it at ${push.address}, but: ${problem}`);
  }

  private async tap(step: Extract<Step, { tap: string }>): Promise<void> {
    const { person = this.test.person, channel = this.test.channel } = step;
    const own = (await this.messages()).filter((each) => each.to === person && each.channel === channel);
    for (const message of own.reverse()) {
      const reply = tapsOf(message.content, this.templates).find(({ title }) => title === step.tap);
      if (reply === undefined) continue;
      return await this.receive(step, { reply, replyTo: message.messageId }, message.from);
    }
    const last = own[0];
    throw new Red(
      `expected the button ${quoted(step.tap)} to tap, but ${last ? `the last message is ${this.inWords(last)}` : 'there is no message'}`,
    );
  }

  private async expect(expectation: Expectation): Promise<void> {
    const { person = this.test.person, channel = this.test.channel, within = DEFAULT_WITHIN } = expectation;
    const end = Date.now() + millisecondsOf(within);
    for (;;) {
      const messages = await this.fresh();
      const next = messages.find((each) => each.to === person && each.channel === channel);
      if (next) return this.compare(next, expectation);
      const left = end - Date.now();
      if (left <= 0)
        throw new Red(
          this.nothing(
            expectation,
            messages.find(({ to }) => to === person),
          ),
        );
      await this.control.nextMessage(this.newest, Math.min(left, LOOK_AGAIN));
    }
  }

  private compare(message: SeenMessage, expectation: Expectation): void {
    const { text, contains, pattern, button } = expectation;
    const shown = visibleText(message.content, this.templates);
    const isRight =
      (text === undefined || shown === text) &&
      (contains === undefined || shown.includes(contains)) &&
      (pattern === undefined || wholeText(pattern).test(shown)) &&
      (button === undefined || this.titlesOf(message).includes(button));
    if (!isRight) throw new Red(`expected ${expectationInWords(expectation)}, got ${this.inWords(message)}`);
    this.taken.add(message.messageId);
  }

  private nothing(expectation: Expectation, other: SeenMessage | undefined): string {
    const got = other ? `${this.inWords(other)} on ${channelInWords(other.channel)}` : 'nothing';
    return `expected ${expectationInWords(expectation)}, got ${got} within ${withinOf(expectation)}`;
  }

  private inWords(message: SeenMessage): string {
    const shown = visibleText(message.content, this.templates);
    const titles = this.titlesOf(message);
    const buttons = titles.length === 0 ? '' : ` with the buttons ${titles.map(quoted).join(', ')}`;
    return `${shown === '' ? `a message of type ${message.content.type}` : quoted(shown)}${buttons}`;
  }

  private titlesOf(message: SeenMessage): string[] {
    return tapsOf(message.content, this.templates).map(({ title }) => title);
  }

  /** The messages of this run that the person has received. */
  private async messages(): Promise<SeenMessage[]> {
    const all = await this.control.messages();
    this.newest = all.at(-1)?.sequence ?? this.newest;
    return all.filter(({ sequence, state }) => sequence > this.since && !ABSENT.includes(state));
  }

  /** Those that no expectation has taken yet. */
  private async fresh(): Promise<SeenMessage[]> {
    return (await this.messages()).filter(({ messageId }) => !this.taken.has(messageId));
  }
}

function whoOf(step: Step): { person?: string } {
  return 'expect' in step ? step.expect : 'person' in step ? step : {};
}
