import type { NodeAPI } from 'node-red';

import { findAccount, type Account } from '../service/account';
import { Notices } from '../calls/notices';
import { guardsOf } from '../work/guards';
import { readableCopy } from '../outcome/jsonCopy';
import type { Entries, Output, Outcome } from '../outcome/report';
import type { Job } from '../work/job';
import { Reporter, type Ended } from '../work/reporter';
import type { Submission } from '../work/submission';
import { registerNode, type Deployed } from '../settings/registerNode';
import { Worker } from '../work/worker';
import { askOutput } from './askOutput';
import { cancelledIn } from './cancellation';
import { OwnTexts } from './ownTexts';
import { questionsOf } from './question';
import { askNode, type AskSetting } from './settings';

/** Sends a question, and continues with the answer. */
export default (RED: NodeAPI) => {
  registerNode(RED, askNode, (deployed) => {
    new Asker(deployed);
  });
};

const FAILURE_PORT = 2;
/** How many questions of a node can wait; each keeps its message in memory and in the journal. */
const MOST_WAITING = 10_000;
const nothing: Entries = { entries: [], error: undefined };

/** What a message means to the node: a question, or the cancellation of others. */
type Prepared =
  { kind: 'planned'; submission: Submission } | { kind: 'cancel'; persons: string[] | undefined };

/** A node that sends a question and waits for the answer, across deploys and restarts. */
class Asker {
  private readonly account: Account | undefined;
  private readonly outbox: Reporter<Outcome>;
  private readonly ownTexts: OwnTexts;
  private readonly worker: Worker<Prepared>;
  private readonly counts = { answered: 0, cancelled: 0 };
  /** Messages that answered nothing and started no flow. */
  private unasked = 0;

  constructor(private readonly deployed: Deployed<AskSetting>) {
    const { RED, node, setting } = deployed;
    this.account = findAccount(RED, setting.account);
    this.ownTexts = new OwnTexts(RED, node, setting, () => this.outbox);
    this.outbox = new Reporter(RED, node, setting.account, {
      guards: guardsOf(RED, node, setting),
      most: MOST_WAITING,
      kept: 'questions',
      // Not async, as thousands can wait.
      work: (run, job, { isOwn }) =>
        run().then((ended) => (isOwn === true ? this.said(ended) : this.answered(ended, job))),
      subscriber: () => ({
        kinds: ['inbound', 'status'],
        notices: new Notices(RED, node, this.worker.status),
        missed: ({ messageId }) => this.missed(messageId),
      }),
      misfit: (question, target) => this.ownTexts.again(question, target),
    });
    const questionFor = questionsOf(RED, node, setting);
    this.worker = new Worker<Prepared>(deployed, {
      failurePort: FAILURE_PORT,
      prepare: async (msg, account) => {
        const cancelled = cancelledIn(msg, account.rules.countryCode);
        if (cancelled !== undefined) return { kind: 'cancel', ...cancelled };
        return { kind: 'planned', submission: await questionFor(msg, account) };
      },
      act: (prepared, job) =>
        prepared.kind === 'cancel'
          ? this.cancel(prepared.persons)
          : this.outbox.submit(job, prepared.submission),
      outbox: this.outbox,
      shown: () => this.counts,
    });
    if (this.account !== undefined) this.listen(this.account);
  }

  /** Listens for reports and answers. */
  private listen({ setting: { publicAddress, baseUrl } }: Account): void {
    const { RED, node, setting } = this.deployed;
    this.outbox.hear(setting.account);
    // Plain http means a service on this machine (the sandbox), which needs no public address.
    if (publicAddress !== '' || baseUrl.startsWith('http:')) return;
    node.warn(RED._('messaging-ask.errors.noPublicAddress'));
    this.worker.status.concern('noPublicAddress');
  }

  /** Called when nothing has processed what a person wrote: it is counted, and logged in full once. */
  private missed(messageId = '?'): void {
    this.unasked += 1;
    const text = this.deployed.RED._('messaging-ask.errors.answersNothing', { messageId });
    if (this.unasked === 1) this.deployed.node.warn(text);
    else this.deployed.node.log(text);
    this.worker.status.concern('unasked', { count: String(this.unasked) });
  }

  private said(ended: Ended): Outcome {
    this.ownTexts.ended(ended);
    return nothing;
  }

  private async answered(ended: Ended, { msg }: Job): Promise<Output> {
    const output = askOutput(ended, msg.payload);
    await this.ownTexts.tell(ended, () => ({
      ...readableCopy(msg),
      ...output.properties,
      payload: output.payload,
    }));
    if (ended.end.how === 'success') this.counts.answered += 1;
    if (ended.end.how === 'cancelled') this.counts.cancelled += 1;
    return output;
  }

  private async cancel(persons: string[] | undefined): Promise<Entries> {
    await this.outbox.cancel(persons);
    return nothing;
  }
}
