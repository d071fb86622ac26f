/** A request as it goes over the wire, which is entered in the form and must arrive unchanged. */
export interface Sendable {
  channel: 'Sms' | 'Whatsapp' | 'Rcs';
  from: string;
  to?: string;
  toList?: Array<{ type: string; address: string }>;
  sendDate?: string;
  customerid?: string;
  content: Record<string, unknown> & { type: string };
  notification?: { forEvent?: string; addresses: Array<{ type: string; address: string }> };
}

const sms = { channel: 'Sms', from: '0041795550100', to: '+41791234567' } as const;
const whatsapp = { channel: 'Whatsapp', from: '+41795550100', to: '+41791234567' } as const;
const rcs = { channel: 'Rcs', from: 'sandbox-agent', to: '0041791234567' } as const;

const file = { url: 'https://example.com/files/sample' };
/** Stands for the id of a file that the test uploads first. */
export const UPLOADED = 'uploaded';
const upload = { mediaId: UPLOADED };
const hello = { type: 'Text', text: 'Hello' };

const buttons = {
  type: 'Button',
  buttons: [
    { type: 'Reply', id: 'confirm', title: 'Confirm' },
    { type: 'Reply', id: 'move', title: 'Another day' },
    { type: 'Reply', id: 'cancel', title: 'Cancel' },
  ],
};

const list = {
  type: 'List',
  button: 'Choose a time',
  sections: [
    {
      title: 'Morning',
      rows: [
        { id: 'slot-0900', title: '09:00', description: 'With Dr. Muster' },
        { id: 'slot-1000', title: '10:00' },
      ],
    },
    { title: 'Afternoon', rows: [{ id: 'slot-1400', title: '14:00', description: 'With Dr. Keller' }] },
  ],
};

const options = (settings: object) => ({ type: 'SmsContentOptions', ...settings });

const interactive = (parts: object) => ({
  ...whatsapp,
  content: { type: 'Interactive', body: { text: 'Can you come on Tuesday?\nAt 9:00' }, ...parts },
});

const template = (...components: object[]) => ({
  ...whatsapp,
  content: {
    type: 'Template',
    namespace: '3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13',
    name: 'appointment_reminder',
    language: { code: 'de', policy: 'Deterministic' },
    ...(components.length === 0 ? {} : { components }),
  },
});

const contact = {
  name: {
    formattedName: 'Dr. Anna Maria Muster PhD',
    firstName: 'Anna',
    lastName: 'Muster',
    middleName: 'Maria',
    suffix: 'PhD',
    prefix: 'Dr.',
  },
  birthDay: '1985-04-30',
  organization: { company: 'Muster Ltd', department: 'Sales', title: 'Head of sales' },
  addresses: [
    {
      street: 'Seestrasse 10',
      city: 'Zurich',
      state: 'ZH',
      zip: '8002',
      country: 'Switzerland',
      countryCode: 'CH',
      type: 'WORK',
    },
    { city: 'Bern' },
  ],
  phones: [{ phone: '+41791234567', type: 'CELL' }, { phone: '+41447654321' }],
  urls: [{ url: 'https://example.com', type: 'WORK' }],
};

/** Every row of chapter 2 of the specification that a sender can use, by what it shows. */
export const sendables: Array<[string, Sendable]> = [
  // 2.1 MessageRequest
  ['a text as SMS', { ...sms, content: hello }],
  ['a text as WhatsApp message', { ...whatsapp, content: hello }],
  ['a text as RCS message', { ...rcs, content: hello }],
  ['an SMS with a name as its sender', { ...sms, from: 'MyCompany', content: hello }],
  [
    'an SMS for later, with a reference',
    { ...sms, sendDate: '2030-12-24T18:00:00+01:00', customerid: 'order-4711', content: hello },
  ],
  // 2.3 Recipients
  [
    'numbers, persons and groups',
    {
      channel: 'Sms',
      from: 'MyCompany',
      toList: [
        { type: 'Number', address: '+41791234567' },
        { type: 'Person', address: 'Muster Anna' },
        { type: 'Group', address: 'Team' },
      ],
      content: hello,
    },
  ],
  // 2.4 Text and SmsContentOptions
  [
    'a text with lines, quotes, signs and emojis',
    { ...sms, content: { type: 'Text', text: 'Line 1\nLine "2"\n\n\\ 100 % – {{x}} ${y} 😀' } },
  ],
  [
    'SMS options',
    {
      ...sms,
      content: { ...hello, options: options({ forceGsm: true, pageLimit: 3, smsType: 'Flash' }) },
    },
  ],
  ['SMS with priority', { ...sms, content: { ...hello, options: options({ smsType: 'PrioPlus' }) } }],
  [
    'SMS that may use any character',
    { ...sms, content: { ...hello, options: options({ forceGsm: false, smsType: 'Standard' }) } },
  ],
  // 2.4 Media
  ['an image by URL', { ...whatsapp, content: { type: 'Image', ...file, caption: 'Our new\nshop' } }],
  ['an image by id', { ...rcs, content: { type: 'Image', ...upload } }],
  ['a video by URL', { ...whatsapp, content: { type: 'Video', ...file, caption: 'How it works' } }],
  ['a video by id', { ...rcs, content: { type: 'Video', ...upload } }],
  [
    'a document by URL',
    { ...whatsapp, content: { type: 'Document', ...file, filename: 'Invoice 2026-11.pdf' } },
  ],
  ['a document by id', { ...rcs, content: { type: 'Document', ...upload } }],
  ['an audio file by URL', { ...whatsapp, content: { type: 'Audio', ...file } }],
  ['an audio file by id', { ...rcs, content: { type: 'Audio', ...upload } }],
  ['a sticker by URL', { ...rcs, content: { type: 'Sticker', ...file } }],
  ['a sticker by id', { ...rcs, content: { type: 'Sticker', ...upload } }],
  // 2.4 Location
  [
    'a location',
    {
      ...whatsapp,
      content: {
        type: 'Location',
        latitude: 47.3769,
        longitude: -8.5417,
        name: 'Main station',
        address: 'Bahnhofplatz 1, 8001 Zurich',
      },
    },
  ],
  ['a bare position', { ...rcs, content: { type: 'Location', latitude: -33.5, longitude: 0 } }],
  // 2.5 Contacts
  [
    'contacts with everything',
    {
      ...whatsapp,
      content: { type: 'Contacts', contacts: [contact, { name: { formattedName: 'Bruno Keller' } }] },
    },
  ],
  // 2.5 Interactive
  [
    'buttons below a line of text',
    interactive({
      header: { type: 'Text', text: 'Your appointment 😀' },
      footer: { text: 'Muster Ltd' },
      action: buttons,
    }),
  ],
  ['buttons below an image', interactive({ header: { type: 'Image', ...file }, action: buttons })],
  ['buttons below a video', interactive({ header: { type: 'Video', ...upload }, action: buttons })],
  ['buttons below a document', interactive({ header: { type: 'Document', ...file }, action: buttons })],
  ['a list', interactive({ action: list })],
  [
    'a list of one section without a title',
    {
      ...rcs,
      content: { type: 'Interactive', action: { ...list, sections: [{ rows: [{ id: 'a', title: 'A' }] }] } },
    },
  ],
  // 2.5 Template
  ['a template without placeholders', template()],
  [
    'texts, a date and an amount in a template',
    template({
      type: 'Body',
      parameters: [
        { type: 'Text', text: 'Anna' },
        { type: 'DateTime', dateTime: '2026-12-24T18:00:00Z' },
        { type: 'Currency', code: 'CHF', amount: 100990, fallbackValue: 'CHF 100.99' },
      ],
    }),
  ],
  ...['Image', 'Video', 'Document'].map((type): [string, Sendable] => [
    `${type} in the header of a template`,
    template({
      type: 'Header',
      parameters: [{ type, ...file, ...(type === 'Document' ? { filename: 'Plan.pdf' } : {}) }],
    }),
  ]),
  [
    'buttons of a template',
    template(
      { type: 'QuickReplyButton', index: 0, parameters: [{ type: 'Payload', payload: 'confirm-4711' }] },
      { type: 'UrlButton', index: 1, parameters: [{ type: 'Text', text: 'orders/4711' }] },
    ),
  ],
  // 2.6 Notification
  [
    'a notification to every kind of address',
    {
      ...sms,
      content: hello,
      notification: {
        forEvent: 'FinalOnly',
        addresses: [
          { type: 'UrlPost', address: 'https://example.com/status' },
          { type: 'Url', address: 'https://example.com/status?get=1' },
          { type: 'Email', address: 'anna@example.com' },
          { type: 'Sms', address: '+41791234567' },
        ],
      },
    },
  ],
  ...['SuccessOnly', 'All', 'ErrorOnly'].map((forEvent): [string, Sendable] => [
    `a notification on ${forEvent}`,
    {
      ...rcs,
      content: hello,
      notification: { forEvent, addresses: [{ type: 'UrlPost', address: 'https://example.com/status' }] },
    },
  ]),
  [
    'a notification on the usual event',
    { ...sms, content: hello, notification: { addresses: [{ type: 'Email', address: 'anna@example.com' }] } },
  ],
];

/** A request with the id of a file that was uploaded. */
export function withUpload(request: Sendable, mediaId: string): Sendable {
  return JSON.parse(JSON.stringify(request).replaceAll(`"${UPLOADED}"`, JSON.stringify(mediaId)));
}
