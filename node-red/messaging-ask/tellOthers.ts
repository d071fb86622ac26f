import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { asMessagingError, checkMessage, isLeftOut } from '../../core/client';
import type { MessageRequest } from '../../core/contract';
import { guarded, journey, outgoing, type Addressed, type Planned } from '../../core/journey';
import { asText } from '../../core/reading';
import type { Wait } from '../calls/wait';
import { nodeError } from '../outcome/failure';
import type { Output } from '../outcome/report';
import { findAccount } from '../service/account';
import { evaluationOf } from '../settings/evaluate';
import { propertyNamed } from '../settings/labels';
import { comparisonWithList, notToOptedOut } from '../work/optedOut';
import { inWindow, windowsOf } from '../work/sendingWindow';
import type { AskSetting } from './settings';

interface Telling extends Addressed<Output>, Planned<Output> {
  request: MessageRequest;
  msg: NodeMessage;
  wasSent?: true;
}

/** Makes the function that tells the others who has taken it. Whoever cannot be told is an error of the node, and holds nothing up. */
export function tellingOthers(
  RED: NodeAPI,
  node: Node,
  setting: AskSetting,
): (others: readonly Wait[], msg: NodeMessage) => void {
  const { tellOthers, account } = setting;
  const textIn = evaluationOf(tellOthers, propertyNamed('tellOthers'));
  const say = (error: unknown) => {
    const failure = asMessagingError(error);
    if (!isLeftOut(failure.outcome)) node.error(nodeError(RED, failure));
  };
  const send = async (telling: Telling): Promise<void> => {
    await findAccount(RED, account)?.run(async (client) =>
      client.send(await outgoing(telling.request, telling)),
    );
    telling.wasSent = true;
  };
  const steps = [
    ...notToOptedOut<Telling>(comparisonWithList(RED, node, setting), ({ request, msg }, compare) =>
      compare(request, msg),
    ),
    ...inWindow<Telling>(windowsOf(RED, node, setting), { given: (telling) => telling }),
    ...guarded<Output, Telling>(findAccount(RED, account)?.loopGuard, {
      requestOf: ({ request }) => request,
      isSent: ({ wasSent }) => wasSent === true,
    }),
  ];
  const tell = journey<Telling>(steps, async (all) => {
    await Promise.all(all.map(send));
  });
  const tellOne = async ({ channel, sender, person }: Wait, msg: NodeMessage, text: string) => {
    const content = { type: 'Text', text };
    const request = await checkMessage({ channel, from: sender, to: person, content });
    const telling: Telling = { request, msg };
    await tell([telling]);
    if (telling.result?.ok === false) throw telling.result.error;
  };
  return (others, msg) => {
    textIn({ RED, node, msg })
      .then((value) => {
        const text = asText(value)?.trim() ?? '';
        if (text !== '') for (const wait of others) tellOne(wait, msg, text).catch(say);
      })
      .catch(say);
  };
}
