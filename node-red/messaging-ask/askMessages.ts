import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { newReference } from '../../core/ask/reference';
import { attemptToPrepare } from '../../core/client';
import { isReported, withReportTo } from '../calls/accountPaths';
import { answerAddress } from '../calls/answerPages';
import type { Wait } from '../calls/wait';
import type { Journal } from '../journal/journal';
import { preparedMessagesOf, type PreparedMessage } from '../message/preparedMessage';
import type { Account } from '../service/account';
import { UNITS } from '../settings/duration';
import type { AskOrder, Chain } from './chain';
import { chainOf } from './chainQuestion';
import type { ChainMessage } from './chains';
import type { LinkPlace } from './linkedQuestion';
import { cancelledIn, limitsOf, questionOf } from './question';
import type { AskSetting } from './settings';
import type { Question } from './steps';

/** What a message means to the node: a question, or the cancellation of others. */
export type Prepared =
  | { kind: 'question'; question: Omit<Question, 'job'> | undefined }
  /** Before a deploy or a restart. */
  | { kind: 'asked'; wait: Wait }
  | ({ kind: 'chain'; chain: Chain | undefined } & ChainMessage)
  | { kind: 'cancel'; persons: string[] | undefined };

interface Place {
  RED: NodeAPI;
  node: Node;
  /** Of the node, see `nodeKeyOf`. */
  key: string;
  setting: AskSetting;
  journal: Journal<Wait>;
  chainJournal: Journal<Chain>;
  /** Called for a question with a link, also one from an earlier run. */
  servePages(): void;
}

/** Makes questions of the node's messages, or finds those that have begun. */
export class AskMessages {
  private readonly messageFor: ReturnType<typeof preparedMessagesOf>;
  private readonly limitFor: ReturnType<typeof limitsOf>;

  constructor(private readonly place: Place) {
    this.messageFor = preparedMessagesOf(place.setting);
    this.limitFor = limitsOf(place.setting);
  }

  async prepare(msg: NodeMessage, account: Account): Promise<Prepared> {
    const { RED, node, key: owner, setting, journal, chainJournal } = this.place;
    const before = journal.find(msg);
    if (before !== undefined && before.state.stage !== 'queued') {
      if (before.state.link !== undefined) this.place.servePages();
      return { kind: 'asked', wait: before.state };
    }
    const begun = chainJournal.find(msg);
    if (begun !== undefined) {
      if (begun.state.people.some(({ wait }) => wait.link !== undefined)) this.place.servePages();
      return {
        kind: 'chain',
        chain: undefined,
        reference: begun.id,
        prepared: await attemptToPrepare(() => this.read(msg, account)),
      };
    }
    const cancelled = cancelledIn(msg, account.rules.countryCode);
    if (cancelled !== undefined) return { kind: 'cancel', ...cancelled };
    const message = await this.read(msg, account);
    if (setting.order !== 'all') return this.prepareChain(message, setting.order, msg, account);
    const reference = before?.id ?? newReference();
    const limitMs = await this.limitFor({ RED, node, msg });
    const question = await questionOf(message, {
      reference,
      owner,
      setting,
      limitMs,
      page: this.pageFor(account),
    });
    question.wait.isReported = isReported(RED, account, question.request);
    return { kind: 'question', question };
  }

  /** Where the page for the answer is; undefined if the node asks without one. */
  pageFor(account: Account): LinkPlace | undefined {
    const { RED, setting } = this.place;
    if (setting.answerBy !== 'link' || setting.waitFor === 'delivery') return undefined;
    return { address: answerAddress(RED, account), label: RED._('messaging-ask.label.answerBy') };
  }

  private async read(msg: NodeMessage, account: Account): Promise<PreparedMessage> {
    const { RED, node } = this.place;
    const prepared = await this.messageFor({ RED, node, msg }, account);
    return { ...prepared, request: withReportTo(RED, account, prepared.request) };
  }

  private async prepareChain(
    message: PreparedMessage,
    order: AskOrder,
    msg: NodeMessage,
    account: Account,
  ): Promise<Prepared> {
    const { RED, node, setting, key: owner } = this.place;
    const eachMs =
      order === 'inTurn' ? setting.minutesEach * UNITS.minutes : await this.limitFor({ RED, node, msg });
    const reported = isReported(RED, account, message.request);
    const chain = await chainOf(message, {
      ...{ order, eachMs, owner, setting, isReported: reported },
      page: this.pageFor(account),
    });
    return { kind: 'chain', chain, reference: chain.reference, prepared: { ok: true, value: message } };
  }
}
