import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { asMessagingError, isLeftOut } from '../../core/client';
import { tellOther } from '../../core/journey';
import { asText } from '../../core/reading';
import type { Wait } from '../calls/wait';
import { nodeError } from '../outcome/failure';
import { findAccount } from '../service/account';
import { evaluationOf } from '../settings/evaluate';
import { propertyNamed } from '../settings/labels';
import { comparisonWithList } from '../work/optedOut';
import { windowsOf } from '../work/sendingWindow';
import type { AskSetting } from './settings';

/** Makes the function that tells the others who has taken it. Whoever cannot be told is an error of the node, and holds nothing up. */
export function tellingOthers(
  RED: NodeAPI,
  node: Node,
  setting: AskSetting,
): (others: readonly Wait[], msg: NodeMessage) => void {
  const textIn = evaluationOf(setting.tellOthers, propertyNamed('tellOthers'));
  const compare = comparisonWithList(RED, node, setting);
  const windowFor = windowsOf(RED, node, setting);
  const say = (error: unknown) => {
    const failure = asMessagingError(error);
    if (!isLeftOut(failure.outcome)) node.error(nodeError(RED, failure));
  };
  const tell = async (others: readonly Wait[], msg: NodeMessage): Promise<void> => {
    const text = asText(await textIn({ RED, node, msg }))?.trim() ?? '';
    const account = findAccount(RED, setting.account);
    if (text === '' || account === undefined) return;
    const window = await windowFor?.(msg);
    const tellOne = async ({ channel, sender: from, person: to }: Wait): Promise<void> => {
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
      if (!result.ok) say(result.error);
    };
    await Promise.all(others.map(tellOne));
  };
  return (others, msg) => void tell(others, msg).catch(say);
}
