import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { asMessagingError, isLeftOut } from '../../core/client';
import { tellOther } from '../../core/journey';
import type { Wait } from '../calls/wait';
import { nodeError } from '../outcome/failure';
import { findAccount } from '../service/account';
import type { Restraints } from '../work/restraints';

/** Sends people who were asked a text of the node, on the channel of the question. It never rejects. */
export type SayTo = (people: readonly Wait[], text: string, msg: NodeMessage) => Promise<void>;

/** Makes the function that sends what the node says beside its questions. Whoever does not get it is an error of the node. */
export function ownTextsOf(
  RED: NodeAPI,
  node: Node,
  accountId: string,
  { compare, windowFor }: Restraints,
): SayTo {
  const account = findAccount(RED, accountId);
  const report = (error: unknown) => {
    const failure = asMessagingError(error);
    if (!isLeftOut(failure.outcome)) node.error(nodeError(RED, failure));
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
          guard: account.loopGuard,
          send: (request) => account.run((client) => client.send(request)),
        },
      );
      if (!result.ok) report(result.error);
    };
    await Promise.all(people.map(sayToOne));
  };
  return (...said) => say(...said).catch(report);
}
