import type { NodeAPI } from 'node-red';

import type { InboundEvent } from '../../core/receive';
import { Notices } from '../calls/notices';
import type { Subscriber } from '../calls/offer';
import { guardsOf } from '../work/guards';
import { readableCopy } from '../outcome/jsonCopy';
import type { Entries, Output, Outcome } from '../outcome/report';
import type { Job } from '../work/job';
import { Reporter, type Ended } from '../work/reporter';
import type { Submission } from '../work/submission';
import { registerNode } from '../settings/registerNode';
import { isPublicAddress } from '../settings/routePath';
import { Worker } from '../work/worker';
import { askOutput } from './askOutput';
import { cancelledIn, type Cancellation } from './cancellation';
import { OwnTexts } from './ownTexts';
import { questionsOf } from './question';
import { askNode } from './settings';

const FAILURE_PORT = 2;
/** How many questions of a node can wait; each keeps its message in memory and in the journal. */
const MOST_WAITING = 10_000;
const nothing: Entries = { entries: [], error: undefined };

/** Sends a question, and continues with the answer, across deploys and restarts. */
export default (RED: NodeAPI) => {
  registerNode(RED, askNode, (deployed) => {
    const { node, setting } = deployed;
    const counts = { answered: 0, cancelled: 0 };
    let unasked = 0;
    /** Nothing has processed what a person wrote: it is counted, and logged in full once. */
    const missed = ({ messageId = '?' }: InboundEvent): void => {
      unasked += 1;
      const text = RED._('messaging-ask.errors.answersNothing', { messageId });
      if (unasked === 1) node.warn(text);
      else node.log(text);
      status.concern('unasked', { count: String(unasked) });
    };
    const said = (ended: Ended): Outcome => {
      ownTexts.ended(ended);
      return nothing;
    };
    const answered = async (ended: Ended, { msg }: Job): Promise<Output> => {
      const output = askOutput(ended, msg.payload);
      const { payload, properties } = output;
      await ownTexts.tell(ended, () => ({ ...readableCopy(msg), ...properties, payload }));
      if (ended.end.how === 'success') counts.answered += 1;
      if (ended.end.how === 'cancelled') counts.cancelled += 1;
      return output;
    };
    const reporter: Reporter = new Reporter(RED, node, setting.account, {
      guards: guardsOf(deployed),
      most: MOST_WAITING,
      kept: 'questions',
      // Not async, as thousands can wait.
      work: (run, job, { isOwn }) =>
        run().then((ended) => (isOwn === true ? said(ended) : answered(ended, job))),
      subscriber: (): Subscriber => ({
        kinds: ['inbound', 'status'],
        notices: new Notices(RED, node, status),
        missed,
      }),
      misfit: (question, target) => ownTexts.again(question, target),
    });
    const ownTexts = new OwnTexts(deployed, reporter);
    const questionFor = questionsOf(deployed);
    const { status } = new Worker<Submission | Cancellation>(deployed, {
      failurePort: FAILURE_PORT,
      prepare: async (msg, account) =>
        cancelledIn(msg, account.rules.countryCode) ?? questionFor(msg, account),
      act: (prepared, job) =>
        'plan' in prepared
          ? reporter.submit(job, prepared)
          : reporter.cancel(prepared.persons).then(() => nothing),
      reporter,
      shown: () => counts,
    });
    if (reporter.account === undefined) return;
    reporter.hear(setting.account);
    const { publicAddress, baseUrl } = reporter.account.setting;
    // Plain http means a service on this machine (the sandbox), which needs no public address.
    if (isPublicAddress(publicAddress) || /^http:/i.test(baseUrl)) return;
    node.warn(RED._('messaging-ask.errors.noPublicAddress'));
    status.concern('noPublicAddress');
  });
};
