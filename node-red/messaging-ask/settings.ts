import {
  choice,
  describe,
  duration,
  exactText,
  flag,
  leaf,
  place,
  trimmedText,
  texts,
} from '../settings/describe';
import { fileRows, messageRows, nodeRows, tooLongRow } from '../settings/messageRows';
import { withAmountsAsWritten } from '../settings/migrations';
import type { SettingsOf } from '../settings/describe';

const section = 'answer';
const ofChoice = { section, shownWhen: { waitFor: ['choice'] } };

export const askNode = describe({
  type: 'messaging-ask',
  ports: { inputs: 1, outputs: 4 },
  openSections: [section],
  rows: {
    ...nodeRows,
    ...messageRows('Whatsapp'),
    ...fileRows,
    waitFor: choice(['any', 'choice', 'delivery'], { section }),
    words: texts(ofChoice),
    misfit: choice(['pass', 'again'], ofChoice),
    againText: exactText({
      section,
      shownWhen: { waitFor: ['choice'], misfit: ['again'] },
      required: true,
    }),
    limit: duration(1, 'hours', { section }),
    limitFrom: leaf({ t: 'msg', v: '' }, { section }),
    alsoTriggers: flag({ section, shownWhen: { waitFor: ['any', 'choice'] } }),
    contextStore: trimmedText({ control: 'select', check: 'contextStore', section }),
    reach: place({ section }),
    ...tooLongRow,
  },
  migrations: [{ migrate: withAmountsAsWritten }],
});
export type AskSetting = SettingsOf<(typeof askNode)['rows']>;
