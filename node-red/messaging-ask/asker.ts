import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import { newReference } from '../../core/ask/reference';
import {
  asMessagingError,
  invalidRequest,
  MessagingError,
  sleep,
  type Client,
  type StatusResult,
} from '../../core/client';
import type { InboundEvent } from '../../core/receive';
import { findAccount, type Account } from '../shared/account';
import { listenOnPaths, reportAddress, withReportTo } from '../shared/accountPaths';
import { nodeError } from '../shared/failure';
import { keyOf } from '../shared/handover';
import { KeptMessages, keptInFiles } from '../shared/kept';
import { messagesOf, sendPrepared } from '../shared/preparedMessage';
import { RecentEvents } from '../shared/recentEvents';
import type { Entries, Output } from '../shared/report';
import { waitsOf, type Wait, type WaitEnd, type WaitOwner, type Waits } from '../shared/waits';
import { Worker, type Turn } from '../shared/worker';
import { questionOf, readWait, type PreparedQuestion } from './question';
import type { AskSetting } from './setting';

/** What a message is to the node: a question, one that the node before has asked, or the end of others. */
type Prepared =
  | ({ kind: 'ask'; msg: NodeMessage } & PreparedQuestion)
  | { kind: 'goOn'; msg: NodeMessage; wait: Wait }
  | { kind: 'cancel'; persons: string[] | undefined };

const CONTEXT_KEY = 'messagingQuestions';
const FAILURE_PORT = 2;
const nothing: Entries = { entries: [], error: undefined };

/** A node that sends a question and waits for the answer, through deploys and restarts. */
export class Asker implements WaitOwner {
  readonly ready: Promise<void>;
  private readonly key: string;
  private readonly account: Account | undefined;
  private readonly waits: Waits;
  private readonly kept: KeptMessages<Wait>;
  private readonly answered: RecentEvents;
  private readonly messageFor: ReturnType<typeof messagesOf>;
  private answers = 0;
  private warnedOf = '';
  private closed = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    definition: NodeDef,
    private readonly setting: AskSetting,
  ) {
    this.key = keyOf(node);
    this.account = findAccount(RED, setting.account);
    this.messageFor = messagesOf(setting);
    this.waits = waitsOf(RED, setting.account);
    this.answered = new RecentEvents(RED, node);
    this.kept = new KeptMessages(RED, node, CONTEXT_KEY, readWait, (_, wait) => this.waits.begin(wait));
    this.ready = this.kept.ready;
    this.waits.addOwner(this.key, this);
    if (this.account !== undefined) listenOnPaths(RED, node, this.account, this.waits);
    new Worker<Prepared>(RED, node, {
      definition,
      account: setting.account,
      failureOutput: true,
      failurePort: FAILURE_PORT,
      prepare: (msg, account) => this.prepare(msg, account),
      act: (prepared, turn) => this.act(prepared, turn),
      outlivesStop: (msg) => this.kept.find(msg) !== undefined,
      shown: () => ({ answered: this.answers }),
      closed: (removed) => this.close(removed),
    });
  }

  private async prepare(msg: NodeMessage, account: Account): Promise<Prepared> {
    const before = this.kept.find(msg);
    if (before !== undefined) return { kind: 'goOn', msg, wait: before.state };
    const cancel = cancelIn(msg);
    if (cancel !== undefined) return cancel;
    const prepared = await this.messageFor({ RED: this.RED, node: this.node, msg }, account);
    const message = { ...prepared, request: withReportTo(this.RED, account, prepared.request) };
    const reference = newReference();
    const question = await questionOf(message, { reference, owner: this.key, setting: this.setting });
    return { kind: 'ask', msg, ...question };
  }

  private async act(prepared: Prepared, turn: Turn): Promise<Output | Entries> {
    if (prepared.kind === 'cancel') return this.cancel(prepared.persons);
    const { msg, wait } = prepared;
    if (prepared.kind === 'ask') await this.ask(prepared, turn);
    else this.goOn(wait);
    const { reference } = wait;
    this.followStatus(wait);
    let end = await turn.until(this.waits.end(reference));
    if (end.how === 'timeUp') end = await this.lastLook(wait, turn);
    this.waits.forget(reference);
    this.kept.forget(reference);
    return this.outputOf(end, msg, wait);
  }

  private async ask(
    { msg, message, wait }: PreparedQuestion & { msg: NodeMessage },
    turn: Turn,
  ): Promise<void> {
    const { reference } = wait;
    this.waits.begin(wait);
    this.tellLost(this.kept.keep(reference, msg, wait));
    try {
      const { messageId } = await turn.call((client, signal) => sendPrepared(client, message, signal));
      this.waits.sent(reference, messageId);
      this.changed(wait);
    } catch (error) {
      this.waits.forget(reference);
      this.kept.forget(reference);
      throw asMessagingError(error);
    }
  }

  /** @throws MessagingError `unknown` when Node-RED ended while the question was on its way */
  private goOn(wait: Wait): void {
    const { reference } = wait;
    // The node was given another account.
    if (this.waits.find(reference) === undefined) this.waits.begin(wait);
    if (wait.stage !== 'sending') return;
    this.waits.forget(reference);
    this.kept.forget(reference);
    throw new MessagingError({
      message: 'Node-RED ended while the question was being sent',
      advice: 'Look in the portal whether the person has it before you ask again.',
      outcome: 'unknown',
      code: 'interrupted',
    });
  }

  private cancel(persons: string[] | undefined): Entries {
    if (persons === undefined) this.waits.cancel(this.key);
    else for (const person of persons) this.waits.cancel(this.key, person);
    return nothing;
  }

  /** Asks for the final status with pauses that grow, where no report can come. */
  private followStatus({ reference, endsWith, messageId }: Wait): void {
    if (endsWith !== 'report' || messageId === undefined || this.account === undefined) return;
    if (reportAddress(this.RED, this.account) === undefined) void this.askForStatus(reference, messageId);
  }

  private async askForStatus(reference: string, messageId: string): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause);
      if (this.closed || this.waits.find(reference) === undefined) return;
      await this.account
        ?.run((client) => client.messageStatus(messageId))
        .then((status) => this.waits.report({ ...status, messageId }))
        // Asked again after the next pause; the time limit ends it.
        .catch(() => undefined);
    }
  }

  /** A report can have been lost: what the service says in the end counts. */
  private async lastLook({ endsWith, messageId }: Wait, turn: Turn): Promise<WaitEnd> {
    if (endsWith !== 'report' || messageId === undefined) return { how: 'timeUp' };
    try {
      const status = await turn.call((client: Client, signal) => client.messageStatus(messageId, { signal }));
      return isFinal(status) ? { how: 'reported', report: { ...status, messageId } } : { how: 'timeUp' };
    } catch (error) {
      if (asMessagingError(error).code === 'stopped') throw asMessagingError(error);
      return { how: 'timeUp' };
    }
  }

  private outputOf(end: WaitEnd, msg: NodeMessage, wait: Wait): Output | Entries {
    const question = describe(wait);
    switch (end.how) {
      case 'cancelled':
        return nothing;
      case 'timeUp':
        return {
          payload: msg.payload,
          properties: { question, answer: undefined },
          port: 1,
          status: { look: 'ready', key: 'noAnswer' },
        };
      case 'answered':
        this.answers += 1;
        return this.answer(end.value, end.event, question);
      case 'reported':
        if (end.report.status === 'failed') throw notDelivered(end.report);
        this.answers += 1;
        return this.answer(end.report.status, end.report, question);
    }
  }

  private answer(payload: string, answer: unknown, question: unknown): Output {
    return {
      payload,
      properties: { answer, question },
      port: 0,
      status: { key: 'answered', values: { answered: this.answers } },
    };
  }

  knows(event: InboundEvent): Promise<boolean> {
    return this.answered.knows(event);
  }

  remember(event: InboundEvent): Promise<void> {
    return this.answered.remember(event);
  }

  changed(wait: Wait): void {
    this.kept.change(wait.reference, { ...wait });
  }

  askAgain({ channel, sender, person }: Wait, text: string): void {
    const request = { channel, from: sender, to: person, content: { type: 'Text', text } };
    this.account
      ?.run((client) => client.send(request))
      .catch((error: unknown) => this.node.error(nodeError(asMessagingError(error))));
  }

  /** Said when it begins to wait, once for the same properties. */
  private tellLost(lost: string[]): void {
    const inFiles = keptInFiles(this.RED);
    const properties = lost.map((name) => `msg.${name}`).join(', ');
    const key = inFiles ? `notStored ${properties}` : 'inMemory';
    if (key === this.warnedOf || (inFiles && lost.length === 0)) return;
    this.warnedOf = key;
    if (inFiles) this.node.warn(this.RED._('messaging-ask.errors.notStored', { properties }));
    else this.node.log(this.RED._('messaging-ask.errors.inMemory'));
  }

  private async close(removed: boolean): Promise<void> {
    this.closed = true;
    this.waits.removeOwner(this.key, this);
    if (removed) this.waits.cancel(this.key);
    await Promise.all([this.kept.close(removed), this.answered.close(removed)]);
  }
}

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

function isFinal({ status }: StatusResult): boolean {
  return status === 'delivered' || status === 'failed';
}

/** `msg.reset` ends all questions of the node, `msg.cancel` those to the number in it, or with `true` those to `msg.to`. */
function cancelIn(msg: NodeMessage): Extract<Prepared, { kind: 'cancel' }> | undefined {
  const fields: Record<string, unknown> = { ...msg };
  if (Object.hasOwn(fields, 'reset')) return { kind: 'cancel', persons: undefined };
  if (!Object.hasOwn(fields, 'cancel')) return undefined;
  const named = fields['cancel'] === true ? fields['to'] : fields['cancel'];
  const persons = [named].flat().filter((person) => typeof person === 'string');
  if (persons.length > 0) return { kind: 'cancel', persons };
  const rule = 'the number of a person, or true with the number in msg.to; msg.reset ends all questions';
  throw invalidRequest([{ path: 'msg.cancel', rule, message: `msg.cancel: ${rule}` }]);
}

/** What the flow is told of the question. */
function describe({ messageId, channel, person, sender, askedAt }: Wait) {
  return { messageId, channel, to: person, from: sender, askedAt: new Date(askedAt).toISOString() };
}

function notDelivered({ statusText, errorText }: { statusText: string; errorText?: string }): MessagingError {
  return new MessagingError({
    message: `The question was not delivered: ${errorText ?? statusText}`,
    outcome: 'rejected',
    code: 'not_delivered',
  });
}
