import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { newReference } from '../../core/ask/reference';
import {
  askForReport,
  asMessagingError,
  furtherRequests,
  type MessagingError,
  MOST_FURTHER_CHANNELS,
  runFallback,
  sleep,
  type Client,
  type DeliveryReport,
  type FallbackProgress,
  type FallbackResult,
  type FallbackRules,
  type FurtherChannel,
} from '../../core/client';
import { channels, type Channel } from '../../core/contract/names';
import { asText, isRecord } from '../../core/reading';
import { findAccount, type Account } from './account';
import { listenOnPaths, reportAddress, withReportTo } from './accountPaths';
import { durationOf } from './duration';
import { evaluationOf, type Scope } from './evaluate';
import { KeptMessages } from './kept';
import { checkPrepared, sendPrepared, type PreparedMessage } from './preparedMessage';
import { Stored } from './settings';
import { waitsOf, type Waits } from './waits';
import type { Turn } from './worker';

/** What the section *If It Does Not Get Through* stores; undefined without a further channel. */
export function fallbackSetting(stored: Stored) {
  const given = new Stored(stored.value('fallback'));
  const further = given.value('channels');
  const steps = (Array.isArray(further) ? further : [])
    .filter(isRecord)
    .filter(({ channel }) => channels.some((known) => known === channel))
    .slice(0, MOST_FURTHER_CHANNELS);
  if (steps.length === 0) return undefined;
  return {
    steps,
    countsAs: given.choice('countsAs', 'delivered', 'accepted'),
    afterMs: durationOf(given, 'after', 'afterUnit', { value: 60, unit: 'seconds' }),
  };
}
export type FallbackSetting = NonNullable<ReturnType<typeof fallbackSetting>>;

/** A message for each of its channels, in their order. */
export interface PreparedChannels {
  msg: NodeMessage;
  messages: PreparedMessage[];
}

const CONTEXT_KEY = 'messagingFallback';

/** Sends the messages of a node on further channels until they get through; keeps how far each has come through deploys and restarts. */
export class Fallback {
  private readonly waits: Waits;
  private readonly kept: KeptMessages<FallbackProgress>;
  private readonly account: Account | undefined;
  private readonly furtherFor: (scope: Scope) => Promise<unknown>;

  constructor(
    private readonly RED: NodeAPI,
    node: Node,
    accountId: string,
    private readonly setting: FallbackSetting,
  ) {
    this.account = findAccount(RED, accountId);
    this.waits = waitsOf(RED, accountId);
    this.kept = new KeptMessages(RED, node, CONTEXT_KEY, readProgress, () => undefined);
    this.furtherFor = evaluationOf(setting.steps, 'fallback');
    if (this.account !== undefined && setting.countsAs === 'delivered')
      listenOnPaths(RED, node, this.account, this.waits);
  }

  /**
   * The messages for all channels, checked before the first one goes out.
   * @throws MessagingError `invalid_request` naming what breaks the contract
   */
  async prepare(scope: Scope, first: PreparedMessage, account: Account): Promise<PreparedChannels> {
    const evaluated = await this.furtherFor(scope);
    const further = (Array.isArray(evaluated) ? evaluated : []).map((step) => furtherChannel(step, account));
    const requests = furtherRequests(first.request, further);
    const all = [first, ...requests.map((request) => ({ request, file: undefined }))];
    const messages = all.map(({ request, file }) => ({ request: this.withReport(request, account), file }));
    await Promise.all(messages.map(checkPrepared));
    return { msg: scope.msg, messages };
  }

  private withReport(request: Record<string, unknown>, account: Account): Record<string, unknown> {
    return this.setting.countsAs === 'accepted' ? request : withReportTo(this.RED, account, request);
  }

  /** @throws MessagingError with what became of the message on each channel */
  async send({ msg, messages }: PreparedChannels, turn: Turn): Promise<FallbackResult> {
    const before = this.kept.find(msg);
    const id = before?.id ?? newReference();
    if (before === undefined) this.kept.keep(id, msg, { attempts: [], results: [], until: 0 });
    try {
      const work = {
        send: (index: number) => this.sendNow(messages[index], turn),
        report: (ids: readonly string[], until: number) => this.report(ids, until, turn),
        interrupted: isStopped,
        keep: (progress: FallbackProgress) => this.kept.change(id, progress),
      };
      const result = await runFallback(this.rules(messages), work, before?.state);
      this.kept.forget(id);
      return result;
    } catch (error) {
      // The node that takes the place of this one goes on with it.
      const failure = asMessagingError(error);
      if (!isStopped(failure)) this.kept.forget(id);
      throw failure;
    }
  }

  private rules(messages: readonly PreparedMessage[]): FallbackRules {
    const { countsAs, afterMs } = this.setting;
    const named = messages.map(({ request }) => channels.find((each) => each === request['channel']));
    return { channels: named.filter((each): each is Channel => each !== undefined), countsAs, afterMs };
  }

  private sendNow(message: PreparedMessage | undefined, turn: Turn) {
    if (message === undefined) throw new RangeError('There is no message for this channel');
    return turn.call((client, signal) => sendPrepared(client, message, signal));
  }

  private async report(
    ids: readonly string[],
    until: number,
    turn: Turn,
  ): Promise<DeliveryReport | undefined> {
    const statusOf = (id: string) => statusNow(id, turn);
    const pause = (ms: number) => turn.until(sleep(ms));
    if (this.account === undefined || reportAddress(this.RED, this.account) === undefined)
      return askForReport(ids, until, { statusOf, pause });
    const report = await turn.until(this.waits.reportOn(ids, until));
    // A report can have been lost: the service is asked once before the next channel.
    return report ?? askForReport(ids, 0, { statusOf, pause });
  }

  /** Whether a message goes on by itself after a restart. */
  keeps(msg: NodeMessage): boolean {
    return this.kept.find(msg) !== undefined;
  }

  close(removed: boolean): Promise<void> {
    return this.kept.close(removed);
  }
}

async function statusNow(id: string, turn: Turn): Promise<DeliveryReport | undefined> {
  try {
    return await turn.call((client: Client, signal) => client.messageStatus(id, { signal }));
  } catch (error) {
    const failure = asMessagingError(error);
    if (isStopped(failure)) throw failure;
    return undefined;
  }
}

function furtherChannel(step: unknown, { senders }: Account): FurtherChannel {
  const { channel, from, text }: Record<string, unknown> = isRecord(step) ? step : {};
  const known = channels.find((each) => each === channel) ?? 'Sms';
  return { channel: known, from: asText(from) ?? senders[known], text: asText(text) ?? '' };
}

function isStopped({ code }: MessagingError): boolean {
  return code === 'stopped';
}

/** Only this package writes it. */
function readProgress(stored: unknown): FallbackProgress | undefined {
  return isRecord(stored) && isProgress(stored) ? stored : undefined;
}

function isProgress(stored: Record<string, unknown>): stored is Record<string, unknown> & FallbackProgress {
  const { attempts, results, until } = stored;
  return (
    Array.isArray(attempts) && attempts.every(isRecord) && Array.isArray(results) && Number.isFinite(until)
  );
}
