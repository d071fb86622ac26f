import { EMOJI, rcs, smallestContents, sms, whatsapp, without } from '../requests';

/** One request for each rule of the specification and of docs/readings.md, and the contract's name for the rule. */
export interface BrokenRequest {
  rule: RegExp;
  kind: 'message' | 'batch';
  request: unknown;
}

const single = (rule: RegExp, request: unknown): BrokenRequest => ({ rule, kind: 'message', request });
const inBatch = (rule: RegExp, request: unknown): BrokenRequest => ({ rule, kind: 'batch', request });

const text = (value: string, options?: object) => ({
  content: {
    type: 'Text',
    text: value,
    ...(options && { options: { type: 'SmsContentOptions', ...options } }),
  },
});
const image = (fields: object) => rcs({ content: { type: 'Image', ...fields } });
const location = (fields: object) => rcs({ content: { ...smallestContents.Location, ...fields } });
const contact = (fields: object) =>
  rcs({ content: { type: 'Contacts', contacts: [{ name: { formattedName: 'Anna' }, ...fields }] } });
const interactive = (fields: object) => whatsapp({ content: { ...smallestContents.Interactive, ...fields } });
const header = (fields: object) => interactive({ header: { type: 'Text', text: 'a', ...fields } });
const button = (id: string, title = 'Yes') => ({ type: 'Reply', id, title });
const buttons = (...list: object[]) => interactive({ action: { type: 'Button', buttons: list } });
const row = (fields: object = {}) => ({ id: 'slot', title: '09:00', ...fields });
const rows = (count: number) => Array.from({ length: count }, () => row());
const list = (...sections: object[]) => interactive({ action: { type: 'List', button: 'Choose', sections } });
const section = (count = 1, title: string | undefined = 'Morning') => ({ title, rows: rows(count) });
const template = (fields: object) => whatsapp({ content: { ...smallestContents.Template, ...fields } });
const parameter = (fields: object) => template({ components: [{ type: 'Body', parameters: [fields] }] });
const currency = (fields: object) =>
  parameter({ type: 'Currency', code: 'CHF', amount: 1, fallbackValue: 'CHF', ...fields });
const notified = (...addresses: object[]) => sms({ notification: { addresses } });

export const brokenRequests: BrokenRequest[] = [
  single(/^is required and must be one of Sms/, without(sms(), 'channel')),
  single(/^is required$/, without(sms(), 'content')),
  single(/^must be one of Sms, Whatsapp, Rcs$/, sms({ channel: 'Fax' })),
  single(/^must be spelled Sms$/, sms({ channel: 'SMS' })),
  single(/^is not a field here; the fields are channel/, sms({ priority: 1 })),
  single(
    /^is not a field here; the fields are channel/,
    JSON.parse(`{"__proto__":{},${JSON.stringify(sms()).slice(1)}`),
  ),
  single(/^must be text$/, sms({ customerid: 5 })),
  single(/^must be a list$/, sms({ to: null, toList: 'a' })),
  single(/^must be an object$/, sms({ content: 'Hello' })),
  single(/^must be a number$/, location({ latitude: '1' })),
  single(/^must be true or false$/, sms(text('a', { forceGsm: 'yes' }))),
  single(
    /^takes one recipient \(to\) or several \(toList\), not both$/,
    sms({ toList: [{ type: 'Group', address: 'a' }] }),
  ),
  single(/^needs a recipient/, without(sms(), 'to')),
  single(/^at least one recipient is required$/, sms({ to: null, toList: [] })),
  single(/^must be a number in international format/, sms({ to: 'Anna' })),
  single(/^must start with the country code/, sms({ to: '0791234567' })),
  single(/^must start with \+ or 00/, sms({ to: '41791234567' })),
  single(
    /^is not written as one number: write \+41791234567 or \+417912345670/,
    sms({ to: '+41791234567.0' }),
  ),
  single(/^is a user ID of WhatsApp, to which no Sms message can go/, sms({ to: 'CH.13491208655302741918' })),
  single(
    /^is a user ID of WhatsApp, to which no Rcs message can go/,
    rcs({ to: null, toList: [{ type: 'Number', address: 'CH.13491208655302741918' }] }),
  ),
  single(/^must contain only digits after the \+ or 00/, sms({ to: '+41 79 123 45 67' })),
  single(/^must be up to 16 digits, or up to 11/, sms({ from: 'MyCompany 42' })),
  single(/^must contain only digits for an SMS/, sms({ from: '+41791234567' })),
  single(/^must not be empty: enter the sender ID/, rcs({ from: '' })),
  single(/^must be a date and time such as/, sms({ sendDate: '2026-02-29T00:00' })),
  single(/^Sms carries only Text$/, sms({ content: smallestContents.Image })),
  single(/^Whatsapp carries only /, whatsapp({ content: smallestContents.Sticker })),
  single(/^must not be empty$/, sms(text(''))),
  single(/^at most 4096 characters on Whatsapp$/, whatsapp(text('a'.repeat(4097)))),
  single(/^at most 1000 characters on Rcs$/, rcs(text(EMOJI.repeat(1001)))),
  single(/^only characters of the GSM alphabet/, sms(text('Łódź', { forceGsm: true }))),
  single(/^must be from 1 to 10$/, sms(text('a', { pageLimit: 11 }))),
  single(/^must be a whole number$/, sms(text('a', { pageLimit: 1.5 }))),
  single(/^must be one of Standard, Flash, PrioPlus$/, sms(text('a', { smsType: null }))),
  single(/^is required and must be SmsContentOptions$/, sms(text('a', { type: undefined }))),
  single(
    /^takes a media ID \(mediaId\) or a URL \(url\), not both$/,
    image({ mediaId: 'a', url: 'https://x' }),
  ),
  single(/^needs the media ID of an uploaded file/, image({ mediaId: '' })),
  single(/^must be a URL that starts with https/, image({ url: 'https://a b' })),
  single(/^must be from -180 to 180 degrees$/, location({ longitude: 180.01 })),
  single(/^must be from -90 to 90 degrees$/, location({ latitude: -90.01 })),
  single(/^must be a date such as 1985-04-30$/, contact({ birthDay: '1985-02-29' })),
  single(/^at most 60 characters$/, header({ text: 'a'.repeat(61) })),
  single(/^must not contain formatting/, header({ text: '*bold*' })),
  single(/^at most 1024 characters$/, interactive({ body: { text: 'a'.repeat(1025) } })),
  single(/^at most 60 characters$/, interactive({ footer: { text: EMOJI.repeat(61) } })),
  single(/^is required and must be one of Button, List$/, interactive({ action: {} })),
  single(/^at least one button is required$/, buttons()),
  single(/^at most 3 buttons$/, buttons(button('a'), button('b'), button('c'), button('d'))),
  single(/^must differ from the ids of the other buttons$/, buttons(button('a'), button('a'))),
  single(/^at most 256 characters$/, buttons(button('a'.repeat(257)))),
  single(/^at most 20 characters$/, buttons(button('a', 'a'.repeat(21)))),
  single(/^must not contain emojis$/, buttons(button('a', EMOJI))),
  single(/^must not contain formatting/, buttons(button('a', '_a_'))),
  single(/^must be Reply$/, buttons({ ...button('a'), type: 'Url' })),
  single(
    /^must not contain emojis$/,
    interactive({ action: { type: 'List', button: EMOJI, sections: [section()] } }),
  ),
  single(/^at least one section is required$/, list()),
  single(/^at most 10 sections$/, list(...Array.from({ length: 11 }, () => section()))),
  single(/^at most 10 rows across all sections$/, list(section(5), section(6))),
  single(/^at most 10 rows$/, list(section(11))),
  single(/^at least one row is required$/, list(section(0))),
  single(/^is required when there is more than one section$/, list(section(), { rows: rows(1) })),
  single(/^at most 24 characters$/, list(section(1, 'a'.repeat(25)))),
  single(/^at most 200 characters$/, list({ rows: [row({ id: 'a'.repeat(201) })] })),
  single(/^at most 24 characters$/, list({ rows: [row({ title: 'a'.repeat(25) })] })),
  single(/^at most 72 characters$/, list({ rows: [row({ description: 'a'.repeat(73) })] })),
  single(/^must be one of af, sq, ar/, template({ language: { code: 'xx' } })),
  single(/^must be spelled pt_BR$/, template({ language: { code: 'pt_br' } })),
  single(/^must be Deterministic$/, template({ language: { code: 'en', policy: 'Fallback' } })),
  single(
    /^is not a field here; the fields are type, parameters$/,
    template({ components: [{ type: 'Body', parameters: [], index: 0 }] }),
  ),
  single(
    /^must be from -2147483648 to 2147483647$/,
    template({ components: [{ type: 'UrlButton', parameters: [], index: 2147483648 }] }),
  ),
  single(/^exactly 3 characters/, currency({ code: 'CHFR' })),
  single(/^must be from -2147483648 to 2147483647$/, currency({ amount: -2147483649 })),
  single(
    /^must be a date and time with seconds and offset/,
    parameter({ type: 'DateTime', dateTime: '2026-12-24T18:00' }),
  ),
  single(/^needs the media ID of an uploaded file/, parameter({ type: 'Document' })),
  single(/^at least one address is required$/, notified()),
  single(
    /^at most 200 characters for all addresses together$/,
    notified({ type: 'Url', address: `https://${'a'.repeat(193)}` }),
  ),
  single(/^must be an e-mail address/, notified({ type: 'Email', address: 'a@b..c' })),
  single(/^must be a URL that starts with https/, notified({ type: 'UrlPost', address: '/status' })),
  single(
    /^must be one of SuccessOnly, FinalOnly, All, ErrorOnly$/,
    sms({ notification: { forEvent: 'Never', addresses: [{ type: 'Email', address: 'a@b.c' }] } }),
  ),
  inBatch(/^at least one message is required$/, { messages: [] }),
  inBatch(/^is not a field here; the fields are channel/, { messages: [sms({ notification: null })] }),
  inBatch(/^is not a field here; the fields are messages, notification$/, {
    messages: [sms()],
    sendDate: null,
  }),
];
