import { channels, mediaTypes, type Channel } from '../../core/contract/names';
import { forms } from '../../core/forms/forms';
import {
  account,
  choice,
  flag,
  form,
  typed,
  note,
  trimmedText,
  type ContractField,
  type TypedValue,
} from './describe';

const tab = 'message';
/** A whole request takes the place of the form. */
const shownWhen = { requestFrom: 'empty' } as const;
const shared = true;
const ofMessage = { tab, shared, shownWhen } as const;

/** The first rows of all nodes in the palette. */
export const nodeRows = {
  name: trimmedText({ tab: 'top', shared }),
  account: account({ tab: 'top', shared }),
};

const nothing: TypedValue = { t: 'str', v: '' };

/** A field of the message itself, as the contract describes it. It may come from the account or the message. */
function field(name: string, value: unknown, options: Omit<ContractField, 'field' | 'required'>) {
  const found = forms.message.fields.find((each) => each.name === name);
  return form(value, asStored, { ...options, ...(found && { field: { ...found, required: false } }) });
}

function asStored(stored: unknown): unknown {
  return stored;
}

const whoGetsIt = { tab, guard: true } as const;

/** Where a message goes, and what kind of content it has. */
export function addressRows(channel: Channel) {
  return {
    channel: choice([channel, ...channels.filter((each) => each !== channel), ''], { tab, shared }),
    contentType: trimmedText({ value: 'Text', blank: 'Text', control: 'select', ...ofMessage }),
    from: field('from', nothing, { ...ofMessage, help: 'from' }),
    recipients: choice(['one', 'several'], ofMessage),
    to: field('to', nothing, { ...whoGetsIt, shownWhen: { ...shownWhen, recipients: ['one'] }, help: 'to' }),
    toList: field('toList', [], { ...whoGetsIt, shownWhen: { ...shownWhen, recipients: ['several'] } }),
  };
}

const group = { kind: 'group', help: '', placeholder: undefined, required: false } as const;

/** The content of a message, and what is rarely needed. */
export const contentRows = {
  content: form({}, asStored, { tab, shownWhen }),
  wholeRequest: note('wholeRequest', { shared, tab, shownWhen: { requestFrom: 'filled' } }),
  sendDate: field('sendDate', nothing, { section: 'schedule', tab: 'delivery', shownWhen }),
  customerid: field('customerid', nothing, { section: 'schedule', tab: 'delivery', shownWhen }),
  requestFrom: typed({ t: 'msg', v: '' }, { tab: 'advanced' }),
  notification: form({}, asStored, {
    field: { ...group, name: 'notification', label: 'Status Notification', ...forms.notification },
    section: 'notification',
    tab: 'delivery',
    shownWhen,
  }),
  smsOptions: form({}, asStored, {
    field: { ...group, name: 'smsOptions', label: 'SMS Options', ...forms.smsOptions },
    section: 'smsOptions',
    tab: 'advanced',
    shownWhen: { ...shownWhen, channel: ['Sms', ''] },
  }),
};

const ofFile = { ...shownWhen, contentType: mediaTypes };
const ofBuffer = { tab, shownWhen: { ...ofFile, mediaFrom: ['buffer'] } } as const;

/** Where the file of a content comes from: the form names it, or it comes with the message and is uploaded first. */
export const fileRows = {
  mediaFrom: choice(['form', 'buffer'], { tab, shared, shownWhen: ofFile }),
  bufferProperty: typed({ t: 'msg', v: 'payload' }, { text: 'buffer', required: true, ...ofBuffer }),
  fileNameProperty: typed({ t: 'msg', v: 'filename' }, { text: 'fileName', ...ofBuffer }),
};

/** What becomes of an SMS with more pages than allowed. */
export const tooLongRow = { ifTooLong: choice(['cut', 'refuse'], { section: 'output', shared }) };

/** The same where a text can also go out as several messages. */
export const textTooLongRow = {
  ifTooLong: choice(['cut', 'refuse', 'split'], { section: 'output', text: 'ifTextTooLong', shared }),
};

export const failureRows = { failureOutput: flag({ section: 'output', secondOutput: true, shared }) };
