import type { Node, NodeAPI, NodeMessage } from 'node-red';

import { asMessagingError } from '../../core/client';
import { asText } from '../../core/reading';
import type { Wait } from '../calls/wait';
import { nodeError } from '../outcome/failure';
import { evaluationOf } from '../settings/evaluate';
import { propertyNamed } from '../settings/labels';
import type { SayTo } from './ownTexts';
import type { AskSetting } from './settings';

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
