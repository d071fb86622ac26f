import type { NodeDef } from 'node-red';

import { messageFormSetting } from '../shared/messageForm';
import { fileSetting } from '../shared/preparedMessage';
import { Stored } from '../shared/settings';
import { durationOf } from '../shared/duration';
import { textsOf } from '../shared/trigger';

/** What the dialog of the node stores. */
export function askSetting(definition: NodeDef) {
  const stored = new Stored(definition);
  return {
    ...messageFormSetting(stored),
    ...fileSetting(stored),
    account: stored.text('account'),
    waitFor: stored.choice('waitFor', 'any', 'choice', 'delivery'),
    words: textsOf(stored.text('words')).filter((word) => word !== ''),
    limitMs: durationOf(stored, 'limit', 'limitUnit', { value: 1, unit: 'hours' }),
    againText: stored.choice('misfit', 'pass', 'again') === 'again' ? stored.exactText('againText') : '',
    alsoTriggers: stored.flag('alsoTriggers'),
  };
}
export type AskSetting = ReturnType<typeof askSetting>;
