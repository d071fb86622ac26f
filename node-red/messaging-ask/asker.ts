import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';

import { failed, type Failed } from '../../core/client';
import type { EventKey } from '../../core/receive';
import { findAccount, type Account } from '../service/account';
import { sharedAbort } from '../service/sharedAbort';
import { listenOnPaths } from '../calls/accountPaths';
import { serveAnswerPages } from '../calls/answerPages';
import { nodeKeyOf } from '../service/lasting';
import type { Journal } from '../journal/journal';
import { journalOf } from '../journal/nodeJournal';
import { guardsOf } from '../work/guards';
import { RecentEvents } from '../calls/recentEvents';
import { interrupted } from '../outcome/failure';
import type { Entries, Output, Outcome } from '../outcome/report';
import type { Wait, WaitEnd, WaitOwner } from '../calls/wait';
import type { Waits } from '../calls/waits';
import { waitsOf } from '../calls/waitsOf';
import type { Job } from '../work/job';
import { Worker } from '../work/worker';
import { AskMessages, type Prepared } from './askMessages';
import { AskOutput } from './askOutput';
import { beginChain, readChain, type Chain } from './chain';
import { Chains } from './chains';
import { ownTextsOf, tellingOthers, type SayTo } from './ownTexts';
import { readWait } from './question';
import { askNode, type AskSetting } from './settings';
import { StatusQueries } from './statusQueries';
import { questionSender, refuseTooMany, type Question } from './steps';

const KIND = 'question';
const CHAIN_KIND = 'questions';
const FAILURE_PORT = 2;
const nothing: Entries = { entries: [], error: undefined };

/** A node that sends a question and waits for the answer, across deploys and restarts. */
export class Asker implements WaitOwner {
  readonly ready: Promise<void>;
  private readonly key: string;
  private readonly account: Account | undefined;
  private readonly waits: Waits;
  private readonly journal: Journal<Wait>;
  private readonly chainJournal: Journal<Chain>;
  private readonly chains: Chains;
  private readonly answered: RecentEvents;
  private readonly messages: AskMessages;
  private readonly worker: Worker<Prepared>;
  private readonly closing = sharedAbort();
  private readonly statusQueries: StatusQueries;
  private readonly ask: (question: Question) => Promise<Failed | undefined>;
  private readonly say: SayTo;
  private hasPages = false;
  private readonly output = new AskOutput();
  /** Messages that answered nothing and started no flow. */
  private unasked = 0;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    definition: NodeDef,
    setting: AskSetting,
  ) {
    this.key = nodeKeyOf(node);
    this.account = findAccount(RED, setting.account);
    this.waits = waitsOf(RED, setting.account);
    this.statusQueries = new StatusQueries(this.waits, this.account, this.closing.signal);
    this.answered = new RecentEvents(RED, node, setting.account);
    this.journal = journalOf(RED, node, {
      name: KIND,
      account: setting.account,
      read: readWait,
      restored: (wait) => this.waits.begin(wait),
    });
    this.chainJournal = journalOf(RED, node, {
      name: CHAIN_KIND,
      account: setting.account,
      read: readChain,
      restored: (chain) => beginChain(chain, this.waits),
    });
    this.messages = new AskMessages({
      ...{ RED, node, setting, key: this.key },
      journal: this.journal,
      chainJournal: this.chainJournal,
      servePages: () => this.servePages(),
    });
    const guards = guardsOf(RED, node, setting);
    this.say = ownTextsOf(RED, node, setting.account, guards);
    this.chains = new Chains({
      journal: this.chainJournal,
      waits: this.waits,
      closing: this.closing.signal,
      guards,
      page: () => this.account && this.messages.pageFor(this.account),
      asked: ({ isReported: reported, reference }) => {
        if (reported !== true) this.statusQueries.follow(reference);
      },
      outputOf: (job, wait, end) => this.output.of({ job, wait }, end),
      tell: tellingOthers(RED, node, setting, this.say),
    });
    this.ask = questionSender(this.journal, this.waits, guards);
    this.ready = Promise.all([this.journal.ready, this.chainJournal.ready]).then(() => undefined);
    this.waits.addOwner(this.key, this);
    const obstacle = this.account && this.listen(this.account);
    this.worker = new Worker<Prepared>(RED, node, {
      description: askNode,
      definition,
      account: setting.account,
      failureOutput: true,
      failurePort: FAILURE_PORT,
      prepare: (msg, account) => this.messages.prepare(msg, account),
      act: (prepared, job) => this.act(prepared, job),
      outlivesStop: (msg) => (this.journal.find(msg) ?? this.chainJournal.find(msg)) !== undefined,
      ended: (msg) => this.forget(msg),
      shown: () => this.output.counts,
      closed: (removed) => this.close(removed),
    });
    if (obstacle !== undefined) this.worker.status.concern(obstacle);
    if (setting.answerBy === 'link') this.servePages();
  }

  /** Listens for reports and answers. Returns what keeps them from the node with its present settings. */
  private listen(account: Account): string | undefined {
    const obstacle = listenOnPaths(this.RED, this.node, account, {
      questions: this.waits,
      missed: ({ messageId }) => this.missed(messageId),
      show: (key, values) => this.worker.status.concern(key, values),
      settled: (key) => this.worker.status.settle(key),
    });
    if (obstacle !== undefined) return obstacle;
    const { publicAddress, baseUrl } = account.setting;
    // Plain http means a service on this machine (the sandbox), which needs no public address.
    if (publicAddress !== '' || baseUrl.startsWith('http:')) return undefined;
    this.node.warn(this.RED._('messaging-ask.errors.noPublicAddress'));
    return 'noPublicAddress';
  }

  /** The links of questions stay valid when the node asks without them from now on. */
  private servePages(): void {
    if (this.hasPages || this.account === undefined) return;
    this.hasPages = true;
    serveAnswerPages(this.RED, this.node, this.account, this.waits);
  }

  /** Called when nothing has processed what a person wrote: it is counted, and logged in full once. */
  private missed(messageId = '?'): void {
    this.unasked += 1;
    const path = this.account?.setting.inboundPath ?? '';
    const text = this.RED._('messaging-ask.errors.answersNothing', { messageId, path });
    if (this.unasked === 1) this.node.warn(text);
    else this.node.log(text);
    this.worker.status.concern('unasked', { count: String(this.unasked) });
  }

  private act(prepared: Prepared, job: Job): Promise<Outcome> {
    if (prepared.kind === 'cancel') return this.cancel(prepared.persons);
    if (prepared.kind === 'chain') return this.askInOrder(prepared, job);
    if (prepared.kind === 'asked') return this.afterRestart(prepared.wait, job);
    return this.askOne(prepared, job);
  }

  /** Not async, as thousands can wait, see Worker.until; and none of them needs its request any longer. */
  private askOne(prepared: Extract<Prepared, { kind: 'question' }>, job: Job): Promise<Outcome> {
    const { question } = prepared;
    if (question === undefined) throw new RangeError('A question is asked once');
    prepared.question = undefined;
    const { wait } = question;
    return this.ask({ ...question, job }).then<Outcome>(
      (failure) => failure ?? this.untilAnswered({ wait, job }),
    );
  }

  /** A question that was asked before a deploy or a restart only waits. */
  private afterRestart(wait: Wait, job: Job): Promise<Outcome> {
    // The node may have been given another account, which does not know the wait.
    if (this.waits.find(wait.reference) === undefined) this.waits.begin(wait);
    return wait.stage === 'sending'
      ? Promise.resolve(failed(interrupted()))
      : this.untilAnswered({ wait, job });
  }

  private untilAnswered(question: { wait: Wait; job: Job }): Promise<Output> {
    return this.endOf(question).then(async (end) =>
      this.output.of(question, await this.statusQueries.checked(end, question)),
    );
  }

  private async askInOrder(prepared: Extract<Prepared, { kind: 'chain' }>, job: Job): Promise<Output> {
    const { chain } = prepared;
    if (chain !== undefined) {
      refuseTooMany(this.chainJournal);
      void this.chainJournal.append(chain.reference, job.msg, chain);
    }
    return this.chains.run(prepared, job);
  }

  private endOf({ wait, job }: { wait: Wait; job: Job }): Promise<WaitEnd> {
    if (wait.isReported !== true) this.statusQueries.follow(wait.reference);
    return job.until(this.waits.end(wait.reference));
  }

  private forget(msg: NodeMessage): void {
    const found = this.journal.find(msg);
    if (found !== undefined) this.waits.forget(found.id);
    this.journal.end(msg);
    this.chains.forget(msg);
  }

  private async cancel(persons: string[] | undefined): Promise<Entries> {
    await this.waits.cancel(this.key, persons);
    return nothing;
  }

  knows(key: EventKey): Promise<boolean> {
    return this.answered.knows(key);
  }

  remember(key: EventKey): Promise<void> {
    return this.answered.remember(key);
  }

  async changed(wait: Wait): Promise<void> {
    if (wait.chain === undefined) await this.journal.change(wait.reference, { ...wait });
    else await this.chains.changed(wait);
  }

  askAgain(wait: Wait, text: string): void {
    const { chain, reference } = wait;
    const msg = chain === undefined ? this.journal.messageOf(reference) : this.chainJournal.messageOf(chain);
    void this.say([wait], text, msg ?? {});
  }

  private async close(removed: boolean): Promise<void> {
    this.closing.abort();
    this.waits.removeOwner(this.key, this);
    await Promise.all([this.journal.close(removed), this.chains.close(removed), this.answered.close()]);
  }
}
