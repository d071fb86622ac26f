import {
  choice,
  describe,
  duration,
  flag,
  typed,
  number,
  place,
  texts,
  trimmedText,
  type SettingsOf,
} from '../settings/describe';
import { addressRows, contentRows, fileRows, nodeRows, tooLongRow } from '../settings/messageRows';
import { guardRows } from '../settings/guardRows';

const tab = 'answer' as const;
const ofSeveral = { tab: 'delivery', section: 'several' } as const;
const ofChoice = { tab, shownWhen: { waitFor: ['choice'] } };

export const askNode = describe({
  type: 'messaging-ask',
  ports: { inputs: 1, outputs: 4 },
  tabs: ['message', 'answer', 'delivery', 'advanced'],
  folded: ['notification'],
  rows: {
    ...nodeRows,
    ...addressRows('Whatsapp'),
    ...fileRows,
    ...contentRows,
    keepTrying: duration(0, 'minutes', { tab: 'delivery', guard: true }),
    waitFor: choice(['any', 'choice', 'delivery'], { tab }),
    answerBy: choice(['message', 'link'], { tab, shownWhen: { waitFor: ['any', 'choice'] } }),
    words: texts(ofChoice),
    misfit: choice(['pass', 'again'], ofChoice),
    againText: trimmedText({
      tab,
      shownWhen: { waitFor: ['choice'], misfit: ['again'] },
      required: true,
    }),
    limit: duration(1, 'hours', { tab, guard: true }),
    limitFrom: typed({ t: 'msg', v: '' }, { tab }),
    order: choice(['all', 'first', 'inTurn'], ofSeveral),
    minutesEach: number({
      guard: true,
      value: 5,
      min: 0.01,
      max: 525_600,
      unit: 'minutes',
      ...ofSeveral,
      shownWhen: { order: ['inTurn'] },
    }),
    tellOthers: typed({ t: 'str', v: '' }, { ...ofSeveral, shownWhen: { order: ['first', 'inTurn'] } }),
    alsoTriggers: flag({ shownWhen: { waitFor: ['any', 'choice'] } }),
    calledAddress: place({ tab, shownWhen: { waitFor: ['any', 'choice'] } }),
    ...guardRows,
    ...tooLongRow,
  },
});
export type AskSetting = SettingsOf<(typeof askNode)['rows']>;
