import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { asMessagingError } from '../../core/client';
import { conversationsOf, tellOther } from '../../core/steps';
import { asText } from '../../core/reading';
import type { Wait } from '../calls/wait';
import { nodeError } from '../outcome/failure';
import { findAccount } from '../service/account';
import { evaluationOf } from '../settings/evaluate';
import { propertyNamed } from '../settings/labels';
import type { Guards } from '../work/guards';
import type { AskSetting } from './settings';

/** Sends people who were asked a text of the node, on the channel of the question. It never rejects. */
export type SayTo = (people: readonly Wait[], text: string, msg: NodeMessage) => Promise<void>;

/** Makes the function that sends what the node says beside its questions. Whoever does not get it is an error of the node. */
export function ownTextsOf(
  RED: NodeAPI,
  node: Node,
  accountId: string,
  { compare, windowFor }: Guards,
): SayTo {
  const account = findAccount(RED, accountId);
  const report = (error: unknown) => {
    node.error(nodeError(RED, asMessagingError(error)));
  };
  const say: SayTo = async (people, text, msg) => {
    if (account === undefined) return;
    const window = await windowFor?.(msg);
    const sayToOne = async ({ channel, sender: from, person: to }: Wait): Promise<void> => {
      const result = await tellOther(
        { channel, from, to },
        {
          text,
          rules: account.rules,
          compare: compare && ((request) => compare(request, msg)),
          window,
          rateLimit: account.rateLimit,
          send: (request) =>
            account.run((client) => client.send(request), undefined, conversationsOf(request)),
        },
      );
      if (result.outcome === 'failed') report(result.error);
    };
    await Promise.all(people.map(sayToOne));
  };
  return (...said) => say(...said).catch(report);
}

/** Makes the function that tells the others who has taken it. */
export function tellingOthers(
  RED: NodeAPI,
  node: Node,
  { tellOthers }: AskSetting,
  say: SayTo,
): (others: readonly Wait[], msg: NodeMessage) => void {
  const textIn = evaluationOf(tellOthers, propertyNamed('tellOthers'));
  const tell = async (others: readonly Wait[], msg: NodeMessage): Promise<void> => {
    const text = asText(await textIn({ RED, node, msg }))?.trim() ?? '';
    if (text !== '') await say(others, text, msg);
  };
  return (others, msg) =>
    void tell(others, msg).catch((error: unknown) => node.error(nodeError(RED, asMessagingError(error))));
}
