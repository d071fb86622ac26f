import { durationText, inMilliseconds } from '../duration';
import { startSandbox, type Sandbox } from '../index';
import { optionsFromSeed } from '../seed/optionsFromSeed';
import { readSeed } from '../seed/readSeed';
import { tapsIn, visibleText } from '../reading';
import type { Template } from '../seed/seed';
import type { Tap } from '../service/wire';
import type { SandboxMessage } from '../state/messages';
import { withPlus } from '../state/numbers';
import type { Push } from '../state/pushes';
import { demoTemplates } from '../state/templates';
import type {
  Answer,
  CreateSandboxOptions,
  MessageFilter,
  MessageOrId,
  SentMessage,
  TestSandbox,
} from './types';

const PATIENCE = 10_000;
const FEW = 5;

/** Starts a sandbox in this process, for a test. */
export async function createSandbox(options: CreateSandboxOptions = {}): Promise<TestSandbox> {
  const seed = options.seed === undefined ? {} : optionsFromSeed(readSeed(options.seed));
  const { inboundUrl, delivery } = options;
  const users = seed.users ?? { demo: 'demo' };
  const sandbox = await startSandbox({
    ...seed,
    users,
    port: options.port,
    ...(inboundUrl === undefined ? {} : { inboundUrls: { ...seed.inboundUrls, default: inboundUrl } }),
    automaticDelivery: delivery === undefined || delivery === 'manual' ? delivery : inMilliseconds(delivery),
  });
  const [[user, password] = ['', '']] = Object.entries(users);
  return testSandbox(sandbox, { user, password }, seed.templates ?? demoTemplates);
}

function testSandbox(
  sandbox: Sandbox,
  credentials: TestSandbox['credentials'],
  templates: Template[],
): TestSandbox {
  const returned = new Set<string>();
  const find = (which: MessageOrId) => messageIn(sandbox, which);
  const matching = (filter: MessageFilter) =>
    sandbox
      .messages()
      .map((message) => sentMessage(message, templates))
      .filter((message) => matches(message, filter));
  const become = async (which: MessageOrId, state: 'Delivered' | 'Failed' | 'Delayed', error?: Failure) => {
    const message = find(which);
    if (!sandbox.setState(message.messageId, state, error))
      throw new Error(`The message is ${message.state} and cannot become ${state}.`);
    await sandbox.until(() => reportsAreSent(sandbox, message));
  };
  return {
    url: sandbox.url,
    credentials,
    clock: {
      now: () => sandbox.now(),
      advance: (duration) => sandbox.advanceClock(inMilliseconds(duration)),
    },
    messages: (filter = {}) => matching(filter),
    waitForMessage: async (filter = {}, { timeout = PATIENCE } = {}) => {
      const started = { messages: sandbox.messages().length, calls: sandbox.calls().at(-1)?.id ?? 0 };
      const next = () => matching(filter).find(({ messageId }) => !returned.has(messageId));
      const found = await sandbox.until(next, inMilliseconds(timeout)).catch(() => undefined);
      if (found === undefined) throw new Error(nothingCame(sandbox, filter, timeout, started, templates));
      returned.add(found.messageId);
      return found;
    },
    reply: async (which, answer) => {
      const message = find(which);
      const { channel, to: from, from: to, messageId: replyTo } = message;
      const chosen = chosenBy(answer, tapsIn(message, templates));
      const { push } = await sandbox.receive({ from, to, channel, replyTo, ...chosen });
      refuseUnlessTaken(push);
    },
    write: async (from, text, { channel, to } = {}) => {
      const { push } = await sandbox.receive({ from: withPlus(from), text, channel, to });
      refuseUnlessTaken(push);
    },
    deliver: async (which) => await become(which, 'Delivered'),
    fail: async (which, error = { code: 'Failed', message: 'Not delivered.' }) =>
      await become(which, 'Failed', error),
    delay: async (which) => await become(which, 'Delayed'),
    fault: (fault, times = 1) =>
      void sandbox.change({ faults: [...sandbox.settings().faults, { fault, times }] }),
    reset: () => {
      returned.clear();
      sandbox.reset();
    },
    close: async () => await sandbox.close(),
  };
}

interface Failure {
  code: string;
  message: string;
}

function messageIn(sandbox: Sandbox, which: MessageOrId): SandboxMessage {
  const id = typeof which === 'string' ? which : which.messageId;
  const message = sandbox.messages().find(({ messageId }) => messageId === id);
  if (message === undefined) throw new Error(`There is no message with the ID '${id}'.`);
  return message;
}

function sentMessage(message: SandboxMessage, templates: Template[]): SentMessage {
  const { messageId, channel, from, to, customerid, state, errorCode, errorMessage, request } = message;
  const taps = tapsIn(message, templates);
  const titles = (type: Tap['type']) => taps.filter((tap) => tap.type === type).map(({ title }) => title);
  return {
    messageId,
    channel,
    from,
    to,
    customerid,
    text: visibleText(message, templates),
    buttons: titles('Button'),
    rows: titles('List'),
    state,
    errorCode,
    errorMessage,
    request,
  };
}

function matches(message: SentMessage, { text, to, ...rest }: MessageFilter): boolean {
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined);
  const own = new Map<string, unknown>(Object.entries(message));
  return (
    fields.every(([name, value]) => own.get(name) === value) &&
    (to === undefined || message.to === withPlus(to)) &&
    (text === undefined ||
      (typeof text === 'string' ? message.text.includes(text) : message.text.search(text) !== -1))
  );
}

/** The text of the person, or the choice the person made. */
function chosenBy(answer: Answer, choices: Tap[]): { text: string } | { reply: Tap } {
  if (typeof answer === 'string') return { text: answer };
  const [type, wanted] = 'button' in answer ? ['Button', answer.button] : ['List', answer.row];
  const offered = choices.filter((choice) => choice.type === type);
  const reply = offered.find(({ id, title }) => title === wanted || id === wanted);
  if (reply) return { reply };
  const what = type === 'Button' ? 'button' : 'row';
  const titles = offered.map(({ title }) => `'${title}'`).join(', ');
  throw new Error(`The message has no ${what} '${wanted}'. It has ${titles || `no ${what}s`}.`);
}

function reportsAreSent(sandbox: Sandbox, { messageId }: SandboxMessage): boolean {
  return sandbox
    .pushes()
    .filter((push) => push.messageId === messageId)
    .every(({ outcome, attempts }) => outcome === 'shown' || attempts.length > 0);
}

function refuseUnlessTaken(push: Push | undefined): void {
  if (push === undefined) throw new Error('The sandbox forwards nothing: set inboundUrl.');
  const problem = push.attempts[0]?.problem;
  if (problem !== undefined) throw new Error(`${push.address}: ${problem}`);
}

/** Why a test waited in vain: what came instead, and what was refused. */
function nothingCame(
  sandbox: Sandbox,
  filter: MessageFilter,
  timeout: string | number,
  started: { messages: number; calls: number },
  templates: Template[],
): string {
  const wanted = Object.entries(filter).map(([name, value]) => `${name} ${String(value)}`);
  const others = sandbox.messages().slice(started.messages).slice(-FEW);
  const refused = sandbox
    .calls()
    .filter(({ id, status }) => id > started.calls && status !== 200)
    .at(-1);
  return [
    `No message${wanted.length > 0 ? ` with ${wanted.join(', ')}` : ''} within ${durationText(inMilliseconds(timeout))}.`,
    ...others.map(
      (message) =>
        `Another one came: ${message.channel} to ${message.to}, "${visibleText(message, templates)}".`,
    ),
    ...(refused === undefined ? [] : [refusedCall(refused)]),
  ].join('\n');
}

function refusedCall({
  direction,
  method,
  url,
  status,
  problem,
  responseBody,
}: ReturnType<Sandbox['calls']>[number]): string {
  if (direction === 'out') return `The last call that failed: ${url}: ${problem ?? status}`;
  return `The last call that failed: ${method} ${url}, answered with ${status} ${responseBody}`;
}
