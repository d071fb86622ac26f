import type { NodeMessage } from 'node-red';

import type { MessageRequest } from '../../core/contract';
import { checkRun, readMostPerRun } from '../../core/steps';
import type { Account } from '../service/account';
import { isFilled, valueIn } from '../settings/evaluate';
import { propertyLabel } from '../settings/labels';
import type { Deployed } from '../settings/registerNode';
import type { SettingsOf } from '../settings/describe';
import type { batchNode } from './settings';

const NAME = 'mostPerRun';

type RunLimitSetting = Pick<
  SettingsOf<(typeof batchNode)['rows']>,
  'mostPerRun' | 'countPages' | 'pointsPerPage' | 'withinBalance'
>;

type Messages = ReadonlyArray<{ request: MessageRequest }>;

/** Throws if messages that come together are more than *At Most Per Run* allows, or cost more than the account has. */
export function runLimitOf({ RED, node, setting }: Deployed<RunLimitSetting>) {
  const { mostPerRun, countPages, pointsPerPage, withinBalance } = setting;
  const isLimited = isFilled(mostPerRun);
  const isCovered = countPages && withinBalance;
  return async (msg: NodeMessage, messages: Messages, account: Account): Promise<void> => {
    if (!isLimited && !isCovered) return;
    // Who has opted out is only known when the messages go out.
    const together = messages.map(({ request }) => ({ request }));
    if (isLimited) {
      const label = propertyLabel(RED, NAME);
      const most = readMostPerRun(await valueIn({ RED, node, msg }, mostPerRun), NAME, label);
      const limit = { most, pointsPerPage: countPages ? pointsPerPage : undefined, label };
      await checkRun(together, limit, ({ request }) => [request]);
    }
    if (!isCovered) return;
    const most = () => account.run((client) => client.balance());
    const limit = { pointsPerPage, label: propertyLabel(RED, 'withinBalance'), most };
    await checkRun(together, limit, ({ request }) => [request]);
  };
}
