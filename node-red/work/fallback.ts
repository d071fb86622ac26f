import type { Node, NodeAPI } from 'node-red';

import { newReference } from '../../core/ask/reference';
import {
  failed,
  furtherRequests,
  sleep,
  type FurtherChannel,
  type MessagingError,
  type Result,
} from '../../core/client';
import { askForReport, ended, takeSteps, type Steps } from '../../core/steps';
import { channelNamed } from '../../core/contract/names';
import { formatPath, type LabelOf } from '../../core/contract/problem';
import { contentFromJson, forms, fromForm, labelOnForm } from '../../core/forms';
import { runFallback, type DeliveryReport, type FallbackProgress, type FallbackWork } from '../../core/plan';
import { asText, isRecord } from '../../core/reading';
import { findAccount, type Account } from '../service/account';
import { sharedAbort } from '../service/sharedAbort';
import { listenOnPaths, reportAddress, withReportTo } from '../calls/accountPaths';
import { evaluationOf, type Scope } from '../settings/evaluate';
import { isStopped } from '../outcome/failure';
import type { Journal } from '../journal/journal';
import { journalOf } from '../journal/nodeJournal';
import { inFurtherChannel, inputsOfFurtherChannels, propertyLabel } from '../settings/labels';
import { checkPrepared, type CheckedMessage, type PreparedMessage } from '../message/preparedMessage';
import { inTurn, type NodeOutgoing } from './inTurn';
import type { Waits } from '../calls/waits';
import { waitsOf } from '../calls/waitsOf';
import type { Job } from './job';
import { stepsOf, type Guards } from './guards';
import { sendEach } from './sendEach';

/** The stored settings of the section *If It Does Not Get Through*. */
interface FallbackSetting {
  fallbackChannels: ReadonlyArray<Record<string, unknown>>;
  countsAs: 'delivered' | 'accepted';
  /** In milliseconds. */
  after: number;
}

export interface CheckedChannels {
  messages: readonly CheckedMessage[];
  /** Why there is none, for a message that has begun: it ends with what it has reached. */
  fault?: MessagingError;
}

/** How far a message has come, with its key of *Send Only Once Per*. */
type Recorded = FallbackProgress & { key?: string };

const KIND = 'channels';

/** Sends a node's messages on further channels until they get through. How far each one has come survives deploys and restarts. */
export class Fallback {
  private readonly waits: Waits;
  readonly journal: Journal<Recorded>;
  private readonly closing = sharedAbort();
  private readonly account: Account | undefined;
  private readonly furtherFor: (scope: Scope) => Promise<unknown>;
  private readonly steps: Steps<NodeOutgoing>;

  constructor(
    private readonly RED: NodeAPI,
    node: Node,
    accountId: string,
    private readonly setting: FallbackSetting,
    guards: Guards,
  ) {
    this.account = findAccount(RED, accountId);
    this.waits = waitsOf(RED, accountId);
    this.journal = journalOf(RED, node, {
      name: KIND,
      account: accountId,
      read: readProgress,
    });
    node.on('close', () => this.closing.abort());
    this.steps = { ...stepsOf(guards), ...sendEach };
    const { fallbackChannels } = setting;
    this.furtherFor = evaluationOf(
      fallbackChannels,
      inputsOfFurtherChannels(fallbackChannels),
      ([, part, name]) => part === 'content' && name !== 'text',
    );
    if (this.account !== undefined && this.isOn && setting.countsAs === 'delivered')
      listenOnPaths(RED, node, this.account, { questions: this.waits });
  }

  get isOn(): boolean {
    return this.setting.fallbackChannels.length > 0;
  }

  /**
   * The messages for all channels, checked before the first one is sent.
   * @throws MessagingError `invalid_request` with what breaks the contract
   */
  async prepare(scope: Scope, first: PreparedMessage, account: Account): Promise<CheckedChannels> {
    const evaluated = await this.furtherFor(scope);
    const steps = (Array.isArray(evaluated) ? evaluated : []).map((step, index) => ({
      ...furtherChannel(
        step,
        account,
        inFurtherChannel(this.RED, index, propertyLabel(this.RED, 'fallbackJson')),
      ),
      labelOf: labelsOfStep(this.RED, index, this.setting.fallbackChannels[index], first.labelOf),
    }));
    const requests = furtherRequests(first.request, steps, first.labelOf);
    const check = (message: PreparedMessage) =>
      checkPrepared({ ...message, request: this.withReport(message.request, account) });
    const further = requests.map((request, index) =>
      check({ ...first, request, file: undefined, labelOf: steps[index]?.labelOf ?? first.labelOf }),
    );
    return { messages: await Promise.all([check(first), ...further]) };
  }

  private withReport(request: Record<string, unknown>, account: Account): Record<string, unknown> {
    return this.setting.countsAs === 'accepted' ? request : withReportTo(this.RED, account, request);
  }

  /** Sends a message on one channel after the other. Each takes the steps of any message. */
  async send({ messages, fault }: CheckedChannels, job: Job, key: string | undefined): Promise<Result> {
    const before = this.journal.find(job.msg);
    const id = before?.id ?? newReference();
    const keyed = key === undefined ? {} : { key };
    if (before === undefined) void this.journal.append(id, job.msg, { attempts: [], results: [], ...keyed });
    if (fault !== undefined && before?.state.attempts.length === 0) return failed(fault);
    const work: FallbackWork = {
      send: async (index, begin) => {
        const checked = messages[index];
        if (checked === undefined) throw new RangeError('There is no message for this channel');
        const message: NodeOutgoing = { ...checked, job };
        await inTurn([message], async (turn) => {
          await begin();
          await takeSteps(turn, this.steps);
        });
        return ended(message);
      },
      report: (ids, until) =>
        this.report({ ids, until, recipient: messages[0]?.request.to ?? undefined }, job),
      interrupted: isStopped,
      begin: (progress) => this.journal.begin([[id, () => ({ ...progress, ...keyed })]]),
      keep: async (progress) => void (await this.journal.change(id, { ...progress, ...keyed })),
    };
    const { countsAs, after: afterMs } = this.setting;
    const rules = { channels: messages.map(({ request }) => request.channel), countsAs, afterMs };
    return runFallback(rules, work, before?.state);
  }

  private async report(
    { ids, until, recipient }: { ids: readonly string[]; until: number; recipient: string | undefined },
    job: Job,
  ): Promise<DeliveryReport | undefined> {
    const asking = {
      statusOf: (id: string) => job.call((client, signal) => client.messageStatus(id, { signal, recipient })),
      pause: (ms: number) => job.until(sleep(ms)),
      isOver: isStopped,
    };
    if (this.account === undefined || reportAddress(this.RED, this.account) === undefined)
      return askForReport(ids, { ...asking, until, notBefore: until - this.setting.after });
    const report = await job.until(this.waits.reportOn(ids, until, recipient));
    // A report may have been lost, so the service is asked once before the next channel is tried.
    return report ?? askForReport(ids, { ...asking, until: 0 });
  }

  close(removed: boolean): Promise<void> {
    return this.journal.close(removed);
  }
}

/** The labels of the fields of a message for a further channel: its sender and content are its own. */
function labelsOfStep(RED: NodeAPI, index: number, step: unknown, labelOf: LabelOf): LabelOf {
  return (path, request) => {
    const [part] = path;
    if (part === 'from') return inFurtherChannel(RED, index, propertyLabel(RED, 'fallbackFrom'));
    if (part !== 'content') return labelOf(path, request);
    const isJson = isRecord(step) && step['contentType'] === 'Json';
    return inFurtherChannel(RED, index, isJson ? formatPath(path) : labelOnForm(path, request));
  };
}

function furtherChannel(step: unknown, { senders }: Account, jsonLabel: string): FurtherChannel {
  const { channel, from, ...entered }: Record<string, unknown> = isRecord(step) ? step : {};
  const known = channelNamed(channel) ?? 'Sms';
  return {
    channel: known,
    from: asText(from) ?? senders[known],
    content: furtherContent(entered, jsonLabel),
  };
}

/** A content entered in the form or as JSON; undefined for a text that was left empty. */
function furtherContent(
  { contentType = 'Text', content, json }: Record<string, unknown>,
  jsonLabel: string,
): unknown {
  if (contentType === 'Json') return contentFromJson(json, jsonLabel);
  const values = isRecord(content) ? content : {};
  const isUsualText = contentType === 'Text' && (values['text'] ?? '') === '';
  const form = forms.contents.find(({ value }) => value === contentType);
  if (isUsualText) return undefined;
  return form === undefined ? { type: contentType } : fromForm(form, values);
}

/** Only this package writes it, so a short check is enough. */
function readProgress(stored: unknown): Recorded | undefined {
  return isRecord(stored) && isProgress(stored) ? stored : undefined;
}

function isProgress(stored: Record<string, unknown>): stored is Record<string, unknown> & Recorded {
  const { attempts, results } = stored;
  return Array.isArray(attempts) && attempts.every(isRecord) && Array.isArray(results);
}
