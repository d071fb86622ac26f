import type { Channel } from '../../core/contract/names';
import { isRecord } from '../../core/reading';
import { account, choice, flag, leaf, own, trimmedText } from './describe';

/** The first rows of all nodes in the palette. */
export const nodeRows = { name: trimmedText(), account: account() };

/** The message of a node: its channel, and its content and addresses in `form`, which contains typed inputs. */
export function messageRows(channel: Channel) {
  return {
    channel: trimmedText({ value: channel, control: 'select' }),
    contentType: trimmedText({ value: 'Text', blank: 'Text', control: 'select' }),
    form: own({ message: {}, content: {}, smsOptions: {}, notification: {} }, (stored) => stored, {
      check: 'form',
    }),
  };
}

const withFile = { withoutRow: true, shownWhen: { mediaFrom: ['buffer'] } } as const;

/** Where the file of a content comes from: the form names it, or it comes with the message and is uploaded first. */
export const fileRows = {
  mediaFrom: choice(['form', 'buffer'], { withoutRow: true }),
  bufferProperty: leaf({ t: 'msg', v: 'payload' }, { text: 'buffer', required: true, ...withFile }),
  fileNameProperty: leaf({ t: 'msg', v: 'filename' }, { text: 'fileName', ...withFile }),
};

/** What becomes of an SMS with more pages than allowed. */
export const tooLongRow = { ifTooLong: choice(['cut', 'refuse'], { section: 'output' }) };

export const failureRows = { failureOutput: flag({ section: 'output', secondOutput: true }) };

/** An empty text stands for the payload of the message. */
export function withUsualText(contentType: unknown, form: unknown): unknown {
  const fields = isRecord(form) ? form : {};
  const content = isRecord(fields['content']) ? fields['content'] : {};
  const { text: typed } = content;
  const isEmpty = typed === undefined || (isRecord(typed) && typed['v'] === '');
  if (contentType !== 'Text' || !isEmpty) return form;
  return { ...fields, content: { ...content, text: { t: 'msg', v: 'payload' } } };
}
