import type { NodeMessage } from 'node-red';

import { attempt, checkMessage, type MessagingError } from '../../core/client';
import { othersAsked, type Plan } from '../../core/plan';
import { asText } from '../../core/reading';
import { nodeError } from '../outcome/failure';
import type { CheckedMessage } from '../message/preparedMessage';
import { valueIn } from '../settings/evaluate';
import type { Deployed } from '../settings/registerNode';
import type { Entry } from '../work/entry';
import type { Ended, Reporter } from '../work/reporter';
import { notAsked } from './askOutput';
import type { AskSetting } from './settings';

/** What a node says beside its questions: each text is recorded before it is sent. Whoever does not get it is an error of the node. */
export class OwnTexts {
  constructor(
    private readonly deployed: Deployed<AskSetting>,
    private readonly reporter: Reporter,
  ) {}

  /** Tells the others who has taken it. @param output the message as it comes out */
  async tell({ entry, end, tried }: Ended, output: () => NodeMessage): Promise<void> {
    const { id, plan, question } = entry.submission;
    const people = question?.people ?? [];
    if (end.how !== 'success' || people.length < 2) return;
    const asked = tried.flatMap((each) => {
      const person = people[each.target]?.person;
      return person === undefined ? [] : [{ state: each.state, to: person }];
    });
    const others = othersAsked(plan, asked).map(({ to }) => to);
    if (others.length === 0) return;
    const { RED, node, setting } = this.deployed;
    const msg = output();
    const text = await attempt(
      async () => asText(await valueIn({ RED, node, msg }, setting.tellOthers))?.trim() ?? '',
    );
    if (!text.ok) this.report(text.error);
    else if (text.value !== '') await this.say(`${id}.others`, entry, others, text.value, msg);
  }

  /** The reply to the first answer of a person that does not fit. */
  async again(entry: Entry, target: number): Promise<boolean> {
    const { id, question } = entry.submission;
    const person = question?.people[target]?.person;
    const text = question?.again;
    if (person === undefined || text === undefined) return false;
    return this.say(`${id}.again${target}`, entry, [person], text, entry.msg);
  }

  private async say(
    id: string,
    about: Entry,
    persons: readonly string[],
    text: string,
    msg: NodeMessage,
  ): Promise<boolean> {
    const { question, plan } = about.submission;
    const account = this.reporter.accountOf(about.outbox);
    if (account === undefined || question === undefined) return false;
    const { channel, sender: from } = question;
    const messages: CheckedMessage[] = [];
    for (const to of persons) {
      const request = await attempt(() =>
        checkMessage({ channel, from, to, content: { type: 'Text', text } }, { rules: account.rules }),
      );
      if (request.ok) messages.push({ request: request.value, file: undefined, notes: [] });
      else this.report(request.error);
    }
    const targets = messages.length;
    if (targets === 0) return false;
    const toAll: Plan = {
      ...{ targets, wanted: targets, eachMs: 0, retryMs: plan.retryMs ?? 0 },
      order: 'at_once',
      success: 'accepted',
    };
    return this.reporter.post({ id, plan: toAll, messages, isOwn: true }, msg, about);
  }

  /** Says whom such a text did not reach. */
  ended({ entry: { failures }, tried }: Ended): void {
    for (const each of tried)
      if (!['accepted', 'delivered', 'skipped'].includes(each.state))
        this.report(failures.get(each.target) ?? notAsked(each));
  }

  private report(error: MessagingError): void {
    const { RED, node } = this.deployed;
    node.error(nodeError(RED, error));
  }
}
