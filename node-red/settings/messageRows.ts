import type { Channel } from '../../core/contract/names';
import { account, choice, flag, leaf, note, own, place, trimmedText } from './describe';

const tab = 'message';
/** A whole request takes the place of the form. */
const ofForm = { shownWhen: { requestFrom: 'empty' } } as const;

/** The first rows of all nodes in the palette. */
export const nodeRows = { name: trimmedText({ tab: 'top' }), account: account({ tab: 'top' }) };

/** The message of a node: its channel, and everything else in `form`, of which rarely needed parts have places of their own. */
export function messageRows(channel: Channel) {
  return {
    channel: trimmedText({ value: channel, control: 'select', tab }),
    contentType: trimmedText({ value: 'Text', blank: 'Text', control: 'select', tab, ...ofForm }),
    form: own({ message: {}, content: {}, smsOptions: {}, notification: {} }, (stored) => stored, {
      check: 'form',
      tab,
      ...ofForm,
    }),
    wholeRequest: note('wholeRequest', { shared: true, tab, shownWhen: { requestFrom: 'filled' } }),
    schedule: place({ tab: 'delivery', ...ofForm }),
    requestFrom: leaf({ t: 'msg', v: '' }, { tab: 'advanced' }),
    notification: place({ tab: 'delivery', ...ofForm }),
    smsOptions: place({ tab: 'advanced', ...ofForm }),
  };
}

const withFile = { tab, withoutRow: true, shownWhen: { mediaFrom: ['buffer'] } } as const;

/** Where the file of a content comes from: the form names it, or it comes with the message and is uploaded first. */
export const fileRows = {
  mediaFrom: choice(['form', 'buffer'], { tab, withoutRow: true }),
  bufferProperty: leaf({ t: 'msg', v: 'payload' }, { text: 'buffer', required: true, ...withFile }),
  fileNameProperty: leaf({ t: 'msg', v: 'filename' }, { text: 'fileName', ...withFile }),
};

/** What becomes of an SMS with more pages than allowed. */
export const tooLongRow = { ifTooLong: choice(['cut', 'refuse'], { section: 'output' }) };

export const failureRows = { failureOutput: flag({ section: 'output', secondOutput: true }) };
