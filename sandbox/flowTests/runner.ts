import type { Client } from '../control/client';
import { inMilliseconds } from '../duration';
import { wholeText } from './patterns';
import type { Expectation, Step, Test } from './format';
import { DEFAULT_WITHIN, expectationInWords, quoted, stepInWords, waitText } from './words';
import type { InboundInput, Settings } from '../options';
import { CHANNELS } from '../phone/formats';
import { tapsIn, visibleText } from '../reading';
import type { Template } from '../seed/seed';
import type { SandboxMessage } from '../state/messages';
import { ABSENT } from '../state/outcomes';
import type { Push } from '../state/pushes';

/** What became of a step, in words. */
export interface StepResult {
  outcome: 'green' | 'red' | 'skipped';
  words: string;
}

export interface TestResult {
  name: string;
  outcome: 'green' | 'red';
  steps: StepResult[];
  milliseconds: number;
}

/** How long after the last step another message is still noticed. */
const QUIET = 500;
/** How often a message that was accepted earlier is looked at again: it may have been scheduled. */
const LOOK_AGAIN = 500;

/** Why a step is red, in words. */
class Red extends Error {}

/**
 * Plays a test: writes as the person and compares what the flow sends, message by message in their order.
 * @param onStep is called with the results so far after each step
 */
export async function runTest(
  client: Client,
  test: Test,
  onStep: (results: StepResult[]) => void = () => undefined,
): Promise<TestResult> {
  const begin = Date.now();
  const results: StepResult[] = [];
  const run = await Run.begin(client, test);
  let isRed = false;
  const report = (result: StepResult) => {
    isRed ||= result.outcome === 'red';
    results.push(result);
    onStep([...results]);
  };
  for (const step of test.steps) {
    const words = stepInWords(step);
    if (isRed) report({ outcome: 'skipped', words });
    else report(await tryStep(words, () => run.play(step)));
  }
  if (!isRed) {
    const end = await tryStep('', () => run.expectNothingElse());
    if (end.outcome === 'red') report(end);
  }
  await run.end();
  return {
    name: test.name,
    outcome: isRed ? 'red' : 'green',
    steps: results,
    milliseconds: Date.now() - begin,
  };
}

async function tryStep(words: string, play: () => Promise<void>): Promise<StepResult> {
  try {
    await play();
    return { outcome: 'green', words };
  } catch (error) {
    return { outcome: 'red', words: error instanceof Error ? error.message : String(error) };
  }
}

class Run {
  /** Messages that an expectation has taken. */
  private readonly taken = new Set<string>();

  private constructor(
    private readonly client: Client,
    private readonly test: Test,
    private readonly templates: Template[],
    private readonly faults: Settings['faults'],
    /** Sequence number of the newest message before the test, then of the newest one that has been seen. */
    private readonly since: number,
    private newest = since,
  ) {}

  static async begin(client: Client, test: Test): Promise<Run> {
    const { templates, settings, messages } = await client.call<{
      templates: Template[];
      settings: Settings;
      messages: SandboxMessage[];
    }>('GET', 'overview?messages=1&others=0');
    const last = messages.at(-1);
    return new Run(client, test, templates, settings.faults, last?.sequence ?? 0);
  }

  /** Leaves the sandbox as it was, but for its clock. */
  async end(): Promise<void> {
    if (this.test.steps.some((step) => 'fault' in step)) await this.change({ faults: this.faults });
  }

  async play(step: Step): Promise<void> {
    if ('write' in step) return await this.receive(step, { text: step.write });
    if ('tap' in step) return await this.tap(step);
    if ('advance' in step)
      return await this.client.call('POST', 'clock', { advance: inMilliseconds(step.advance) });
    if ('fault' in step) {
      const { fault, times = 1 } = step;
      return await this.change({ faults: [{ fault, times }] });
    }
    await this.expect(step.expect);
  }

  /** No message may follow that no step expects. */
  async expectNothingElse(): Promise<void> {
    const people = new Set([this.test.person, ...this.test.steps.map((step) => stepWho(step).person)]);
    const end = Date.now() + QUIET;
    do {
      const messages = await this.fresh();
      const other = messages.find(({ to }) => people.has(to));
      if (other) throw new Red(`expected nothing else, got ${this.inWords(other)}`);
      await this.nextMessage(end - Date.now());
    } while (Date.now() < end);
  }

  private async receive(
    who: { person?: string; channel?: Test['channel'] },
    content: Pick<InboundInput, 'text' | 'reply' | 'replyTo'>,
    to = this.test.to,
  ): Promise<void> {
    const { person = this.test.person, channel = this.test.channel } = who;
    const { push } = await this.client.call<{ push?: Push }>('POST', 'inbound', {
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
      const reply = tapsIn(message, this.templates).find(({ title }) => title === step.tap);
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
    const end = Date.now() + inMilliseconds(within);
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
      await this.nextMessage(Math.min(left, LOOK_AGAIN));
    }
  }

  private compare(message: SandboxMessage, expectation: Expectation): void {
    const { text, contains, pattern, button } = expectation;
    const shown = visibleText(message, this.templates);
    const isRight =
      (text === undefined || shown === text) &&
      (contains === undefined || shown.includes(contains)) &&
      (pattern === undefined || wholeText(pattern).test(shown)) &&
      (button === undefined || this.tapTitles(message).includes(button));
    if (!isRight) throw new Red(`expected ${expectationInWords(expectation)}, got ${this.inWords(message)}`);
    this.taken.add(message.messageId);
  }

  private nothing(expectation: Expectation, other: SandboxMessage | undefined): string {
    const got = other ? `${this.inWords(other)} on ${CHANNELS[other.channel]}` : 'nothing';
    return `expected ${expectationInWords(expectation)}, got ${got} within ${waitText(expectation)}`;
  }

  private inWords(message: SandboxMessage): string {
    const shown = visibleText(message, this.templates);
    const titles = this.tapTitles(message);
    const buttons = titles.length === 0 ? '' : ` with the buttons ${titles.map(quoted).join(', ')}`;
    return `${shown === '' ? `a message of type ${message.content.type}` : quoted(shown)}${buttons}`;
  }

  private tapTitles(message: SandboxMessage): string[] {
    return tapsIn(message, this.templates).map(({ title }) => title);
  }

  /** The messages of this run that the person has received. */
  private async messages(): Promise<SandboxMessage[]> {
    const all = await this.client.call<SandboxMessage[]>('GET', 'messages');
    this.newest = all.at(-1)?.sequence ?? this.newest;
    return all.filter(({ sequence, state }) => sequence > this.since && !ABSENT.includes(state));
  }

  /** Waits until another message is accepted, or for the time. */
  private async nextMessage(milliseconds: number): Promise<void> {
    const timeout = Math.ceil(Math.max(0, milliseconds));
    await this.client.call('GET', `messages/next?after=${this.newest}&timeout=${timeout}`);
  }

  private async change(settings: Partial<Settings>): Promise<void> {
    await this.client.call('PUT', 'settings', settings);
  }

  /** Those that no expectation has taken yet. */
  private async fresh(): Promise<SandboxMessage[]> {
    return (await this.messages()).filter(({ messageId }) => !this.taken.has(messageId));
  }
}

function stepWho(step: Step): { person?: string } {
  return 'expect' in step ? step.expect : 'person' in step ? step : {};
}
