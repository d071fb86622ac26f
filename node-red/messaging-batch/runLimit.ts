import type { NodeMessage } from 'node-red';

import type { MessageRequest } from '../../core/contract';
import { checkRun, readAboveZero, type RunLimit } from '../../core/steps';
import type { Account } from '../service/account';
import { isFilled, valueIn } from '../settings/evaluate';
import { propertyLabel, settingLabel } from '../settings/labels';
import type { Deployed } from '../settings/registerNode';
import type { BatchSetting } from './settings';

const NAME = 'mostPerRun';

type Messages = ReadonlyArray<{ request: MessageRequest }>;

/**
 * Makes the function that throws if messages that come together are more than *Limit per run* allows, or cost more than the account has. Who has
 * opted out is only known when they go out.
 */
export function runLimitOf({ RED, node, description, setting }: Deployed<BatchSetting>) {
  const { mostPerRun, countPages, withinBalance } = setting;
  const pointsPerPage = countPages ? setting.pointsPerPage : undefined;
  return async (msg: NodeMessage, messages: Messages, account: Account): Promise<void> => {
    const check = (most: RunLimit['most'], label: string) =>
      checkRun(messages, { most, pointsPerPage, label }, ({ request }) => [request]);
    if (isFilled(mostPerRun)) {
      const label = propertyLabel(RED, NAME);
      await check(readAboveZero(await valueIn({ RED, node, msg }, mostPerRun), NAME, label), label);
    }
    if (!countPages || !withinBalance) return;
    const label = settingLabel(RED, description, setting, ['withinBalance']);
    await check(() => account.run((client) => client.balance()), label);
  };
}
