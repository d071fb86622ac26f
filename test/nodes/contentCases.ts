import { type FormField, forms } from '../../core/forms';

/**
 * What is sent through the form: the parameters as the editor stores them (without those left at their defaults), and the request that must
 * arrive. Together they fill in every row of chapter 2 of the specification that a sender can use.
 */
export interface ContentCase {
  name: string;
  parameters: object;
  request: WireRequest;
}

/** A request as it goes over the wire. */
export interface WireRequest {
  channel: string;
  from: string;
  to?: string;
  toList?: object[];
  sendDate?: string;
  customerid?: string;
  content: { type: string; options?: object; [field: string]: unknown };
  notification?: { forEvent?: string; addresses: Array<{ type: string; address: string }> };
}

export const entries = (...entry: object[]) => ({ entry });

const sms = { from: 'MyCompany', to: '+41791234567', text: 'Hello' };
const smsRequest = {
  channel: 'Sms',
  from: 'MyCompany',
  to: '+41791234567',
  content: { type: 'Text', text: 'Hello' },
};

function ofSms(name: string, more: object, request: object): ContentCase {
  return { name, parameters: { ...sms, ...more }, request: { ...smsRequest, ...request } };
}

function onWhatsapp(name: string, content: object, expected: WireRequest['content']): ContentCase {
  const base = { channel: 'Whatsapp', from: '+41441234567', to: '+41791234567' };
  return { name, parameters: { ...base, ...content }, request: { ...base, content: expected } };
}

function onRcs(name: string, content: object, expected: WireRequest['content']): ContentCase {
  const base = { channel: 'Rcs', from: 'sandbox-agent', to: '0041791234567' };
  return { name, parameters: { ...base, ...content }, request: { ...base, content: expected } };
}

/** A case with all SMS options, and one for each further value of a choice. They are made from the contract, as a new option is. */
function smsOptionCases(): ContentCase[] {
  const { fields } = forms.smsOptions;
  const further = fields.flatMap((field) =>
    valuesFor(field)
      .slice(1)
      .map((value) => ({ [field.name]: value })),
  );
  const all: Record<string, unknown> = Object.fromEntries(
    fields.map((field) => [field.name, valuesFor(field)[0]]),
  );
  return [all, ...further].map(({ replaceSpecial, ...options }) =>
    ofSms(
      `an SMS with the options ${JSON.stringify({ replaceSpecial, ...options })}`,
      { text: 'It’s', smsOptions: { replaceSpecial, ...options } },
      {
        content: {
          type: 'Text',
          text: replaceSpecial === true ? "It's" : 'It’s',
          options: { type: 'SmsContentOptions', ...options },
        },
      },
    ),
  );
}

/** Values that a user can enter in a field. */
function valuesFor(field: FormField): unknown[] {
  switch (field.kind) {
    case 'boolean':
      return [true];
    case 'number':
      return [1];
    case 'choice':
      return field.options.map(({ value }) => value);
    case 'text':
      return ['Text'];
    default:
      throw new Error(`Add a case for ${field.name}`);
  }
}

const messageCases: ContentCase[] = [
  ofSms('a text by SMS', { text: 'Grüezi {€}\n😀' }, { content: { type: 'Text', text: 'Grüezi {€}\n😀' } }),
  ofSms(
    'an SMS from and to numbers as people write them',
    { from: '+41 79 555 01 00', to: '+41 (0)79 123-45-67' },
    { from: '0041795550100' },
  ),
  ofSms(
    'an SMS to persons, groups and numbers',
    {
      to: undefined,
      sendTo: 'several',
      toList: entries(
        { address: '0041 79 123 45 67' },
        { type: 'Person', address: 'Muster Anna' },
        { type: 'Group', address: 'Team' },
      ),
    },
    {
      to: undefined,
      toList: [
        { type: 'Number', address: '0041791234567' },
        { type: 'Person', address: 'Muster Anna' },
        { type: 'Group', address: 'Team' },
      ],
    },
  ),
  ofSms(
    'an SMS that goes out later, in the time zone of the workflow, with a customer id',
    { additionalFields: { sendDate: '2031-07-24T18:00:00', customerid: 'order-4711' } },
    { sendDate: '2031-07-24T18:00:00+02:00', customerid: 'order-4711' },
  ),
  ofSms(
    'an SMS at a moment that an expression computes',
    { additionalFields: { sendDate: "={{ DateTime.fromISO('2031-01-24T18:00:00.000Z').setZone('utc') }}" } },
    { sendDate: '2031-01-24T18:00:00.000Z' },
  ),
  ofSms(
    'an SMS with a number and texts that expressions compute',
    { to: '={{ "+41" + 791234567 }}', text: '={{ 42 }}' },
    { content: { type: 'Text', text: '42' } },
  ),
  ...smsOptionCases(),
];

const notificationAddresses = [
  { type: 'Sms', address: '+41791112233' },
  { type: 'Email', address: 'anna@example.com' },
  { type: 'Url', address: 'http://127.0.0.1:9/status' },
  { type: 'UrlPost', address: 'http://127.0.0.1:9/post' },
];

const notificationCases: ContentCase[] = [
  ofSms(
    'an SMS with notification addresses of every type',
    {
      notification: {
        entry: {
          addresses: entries({ type: 'Sms', address: '+41 79 111 22 33' }, ...notificationAddresses.slice(1)),
        },
      },
    },
    { notification: { forEvent: 'FinalOnly', addresses: notificationAddresses } },
  ),
  ...['SuccessOnly', 'FinalOnly', 'All', 'ErrorOnly'].map((forEvent) =>
    ofSms(
      `an SMS with a notification for ${forEvent}`,
      {
        notification: {
          entry: { forEvent, addresses: entries({ type: 'Email', address: 'anna@example.com' }) },
        },
      },
      { notification: { forEvent, addresses: [{ type: 'Email', address: 'anna@example.com' }] } },
    ),
  ),
];

const media = { url: 'https://example.com/file' };

const mediaCases: ContentCase[] = [
  onWhatsapp('a text by WhatsApp', { text: '*Hello*' }, { type: 'Text', text: '*Hello*' }),
  onRcs('a text by RCS', { text: 'Hello' }, { type: 'Text', text: 'Hello' }),
  onWhatsapp(
    'an image with a caption',
    { contentType: 'Image', ...media, caption: 'Our new shop' },
    { type: 'Image', ...media, caption: 'Our new shop' },
  ),
  onRcs('an image by RCS', { contentType: 'Image', ...media }, { type: 'Image', ...media }),
  onWhatsapp(
    'a video with a caption',
    { contentType: 'Video', ...media, caption: 'The film' },
    { type: 'Video', ...media, caption: 'The film' },
  ),
  onWhatsapp(
    'a document with a file name',
    { contentType: 'Document', ...media, filename: 'Invoice 4711.pdf' },
    { type: 'Document', ...media, filename: 'Invoice 4711.pdf' },
  ),
  onWhatsapp('an audio file', { contentType: 'Audio', ...media }, { type: 'Audio', ...media }),
  onRcs('a sticker', { contentType: 'Sticker', ...media }, { type: 'Sticker', ...media }),
];

const contact = {
  name: {
    formattedName: 'Dr. Anna Muster',
    firstName: 'Anna',
    lastName: 'Muster',
    middleName: 'Maria',
    suffix: 'PhD',
    prefix: 'Dr.',
  },
  birthDay: '1985-04-30',
  organization: { company: 'Muster Ltd', department: 'Sales', title: 'Head' },
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
    { city: 'Basel' },
  ],
  phones: [{ phone: '+41441234567', type: 'WORK' }, { phone: '+41791234567' }],
  urls: [{ url: 'https://example.com', type: 'WORK' }],
};

const placeCases: ContentCase[] = [
  onWhatsapp(
    'a location',
    {
      contentType: 'Location',
      latitude: 47.3769,
      longitude: -8.5417,
      name: 'Main station',
      address: 'Bahnhofplatz 1',
    },
    {
      type: 'Location',
      latitude: 47.3769,
      longitude: -8.5417,
      name: 'Main station',
      address: 'Bahnhofplatz 1',
    },
  ),
  onWhatsapp(
    'a location at 0, 0 without a name',
    { contentType: 'Location', latitude: 0, longitude: 0 },
    { type: 'Location', latitude: 0, longitude: 0 },
  ),
  onWhatsapp(
    'contacts with all their fields',
    {
      contentType: 'Contacts',
      contacts: entries(
        {
          nameFormattedName: 'Dr. Anna Muster',
          nameFields: {
            nameFirstName: 'Anna',
            nameLastName: 'Muster',
            nameMiddleName: 'Maria',
            nameSuffix: 'PhD',
            namePrefix: 'Dr.',
          },
          birthDay: '1985-04-30',
          organizationFields: {
            organizationCompany: 'Muster Ltd',
            organizationDepartment: 'Sales',
            organizationTitle: 'Head',
          },
          addresses: entries(...contact.addresses),
          phones: entries(...contact.phones),
          urls: entries(...contact.urls),
        },
        { nameFormattedName: 'Bruno Keller' },
      ),
    },
    { type: 'Contacts', contacts: [contact, { name: { formattedName: 'Bruno Keller' } }] },
  ),
];

const button = (id: string, title: string) => ({ id, title });
const interactive = { contentType: 'Interactive', bodyText: 'Can you come on Tuesday?' };
const interactiveRequest = { type: 'Interactive', body: { text: 'Can you come on Tuesday?' } };
const oneButton = {
  actionButtons: entries(button('yes', 'Yes')),
};
const oneButtonRequest = {
  action: { type: 'Button', buttons: [{ type: 'Reply', ...button('yes', 'Yes') }] },
};

const interactiveCases: ContentCase[] = [
  onWhatsapp(
    'buttons with a header text and a footer',
    {
      ...interactive,
      headerType: 'Text',
      headerText: 'Your appointment 😀',
      footerText: 'Muster Ltd',
      actionButtons: entries(button('yes', 'Yes'), button('no', 'No'), button('late', 'Later')),
    },
    {
      type: 'Interactive',
      header: { type: 'Text', text: 'Your appointment 😀' },
      body: { text: 'Can you come on Tuesday?' },
      footer: { text: 'Muster Ltd' },
      action: {
        type: 'Button',
        buttons: [
          { type: 'Reply', ...button('yes', 'Yes') },
          { type: 'Reply', ...button('no', 'No') },
          { type: 'Reply', ...button('late', 'Later') },
        ],
      },
    },
  ),
  ...['Image', 'Video', 'Document'].map((type) =>
    onWhatsapp(
      `a button with a header of type ${type}`,
      { ...interactive, ...oneButton, headerType: type, headerUrl: media.url },
      { ...interactiveRequest, ...oneButtonRequest, header: { type, url: media.url } },
    ),
  ),
  onRcs(
    'a button alone',
    { contentType: 'Interactive', ...oneButton },
    { type: 'Interactive', ...oneButtonRequest },
  ),
  onWhatsapp(
    'a list of several sections',
    {
      ...interactive,
      actionType: 'List',
      actionButton: 'Choose a time',
      actionSections: entries(
        {
          title: 'Morning',
          rows: entries(
            { id: 'slot-0900', title: '09:00', description: 'With Dr. Muster' },
            { id: 'slot-1000', title: '10:00' },
          ),
        },
        { title: 'Afternoon', rows: entries({ id: 'slot-1400', title: '14:00' }) },
      ),
    },
    {
      ...interactiveRequest,
      action: {
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
          { title: 'Afternoon', rows: [{ id: 'slot-1400', title: '14:00' }] },
        ],
      },
    },
  ),
  onWhatsapp(
    'a list of one section without a title',
    {
      ...interactive,
      actionType: 'List',
      actionButton: 'Menu',
      actionSections: entries({ rows: entries({ id: '1', title: 'Opening hours' }) }),
    },
    {
      ...interactiveRequest,
      action: {
        type: 'List',
        button: 'Menu',
        sections: [{ rows: [{ id: '1', title: 'Opening hours' }] }],
      },
    },
  ),
];

const template = { contentType: 'Template', namespace: 'ns_4711', name: 'reminder', languageCode: 'de' };
const templateRequest = { type: 'Template', namespace: 'ns_4711', name: 'reminder' };

const templateCases: ContentCase[] = [
  onWhatsapp('a template without placeholders', template, { ...templateRequest, language: { code: 'de' } }),
  onWhatsapp(
    'a template with every component and every parameter type',
    {
      ...template,
      languageCode: 'pt_BR',
      languagePolicy: 'Deterministic',
      components: entries(
        {
          parameters: entries(
            { type: 'Image', ...media },
            { type: 'Video', mediaSource: 'url', ...media },
            { type: 'Document', ...media, filename: 'Invoice.pdf' },
          ),
        },
        {
          type: 'Body',
          parameters: entries(
            { text: 'Anna' },
            { type: 'DateTime', dateTime: '2031-07-24T18:00:00' },
            { type: 'Currency', code: 'CHF', amount: '100.99', fallbackValue: 'CHF 100.99' },
          ),
        },
        { type: 'QuickReplyButton', index: 0, parameters: entries({ type: 'Payload', payload: 'ok' }) },
        { type: 'UrlButton', index: 1, parameters: entries({ text: 'order/4711' }) },
      ),
    },
    {
      ...templateRequest,
      language: { code: 'pt_BR', policy: 'Deterministic' },
      components: [
        {
          type: 'Header',
          parameters: [
            { type: 'Image', ...media },
            { type: 'Video', ...media },
            { type: 'Document', ...media, filename: 'Invoice.pdf' },
          ],
        },
        {
          type: 'Body',
          parameters: [
            { type: 'Text', text: 'Anna' },
            { type: 'DateTime', dateTime: '2031-07-24T18:00:00+02:00' },
            { type: 'Currency', code: 'CHF', amount: 100990, fallbackValue: 'CHF 100.99' },
          ],
        },
        { type: 'QuickReplyButton', index: 0, parameters: [{ type: 'Payload', payload: 'ok' }] },
        { type: 'UrlButton', index: 1, parameters: [{ type: 'Text', text: 'order/4711' }] },
      ],
    },
  ),
];

/** Every place where a file can be named by its media id. */
export function mediaIdCases(mediaId: string): ContentCase[] {
  const given = { mediaSource: 'mediaId', mediaId };
  return [
    ...['Image', 'Video', 'Document', 'Audio', 'Sticker'].map((type) =>
      onRcs(`${type} by id`, { contentType: type, ...given }, { type, mediaId }),
    ),
    ...['Image', 'Video', 'Document'].map((type) =>
      onWhatsapp(
        `a header of type ${type} by id`,
        {
          contentType: 'Interactive',
          headerType: type,
          headerMediaSource: 'mediaId',
          headerMediaId: mediaId,
          ...oneButton,
        },
        { type: 'Interactive', header: { type, mediaId }, ...oneButtonRequest },
      ),
    ),
    onWhatsapp(
      'parameters of a template by id',
      {
        ...template,
        components: entries(
          ...['', 'Body', 'QuickReplyButton', 'UrlButton'].map((type) => ({
            ...(type === '' ? {} : { type }),
            ...(type.endsWith('Button') ? { index: 1 } : {}),
            parameters: entries(...everyParameter(given, { amount: '-0,001' })),
          })),
        ),
      },
      {
        ...templateRequest,
        language: { code: 'de' },
        components: ['Header', 'Body', 'QuickReplyButton', 'UrlButton'].map((type) => ({
          type,
          ...(type.endsWith('Button') ? { index: 1 } : {}),
          parameters: everyParameter({ mediaId }),
        })),
      },
    ),
    onWhatsapp(
      'parameters of a template by URL',
      {
        ...template,
        components: entries(
          ...['Header', 'Body', 'QuickReplyButton', 'UrlButton'].map((type) => ({
            type,
            ...(type.endsWith('Button') ? { index: 1 } : {}),
            parameters: entries(...everyParameter({ url: 'https://example.com/a' }, { amount: -0.001 })),
          })),
        ),
      },
      {
        ...templateRequest,
        language: { code: 'de' },
        components: ['Header', 'Body', 'QuickReplyButton', 'UrlButton'].map((type) => ({
          type,
          ...(type.endsWith('Button') ? { index: 1 } : {}),
          parameters: everyParameter({ url: 'https://example.com/a' }),
        })),
      },
    ),
  ];
}

/** A parameter of each type; `source` names its file. */
function everyParameter(source: object, amount: object = { amount: -1 }): object[] {
  return [
    { type: 'Text', text: 'Anna' },
    { type: 'Image', ...source },
    { type: 'Video', ...source },
    { type: 'Document', ...source, filename: 'Invoice.pdf' },
    { type: 'DateTime', dateTime: '2031-07-24T18:00:00Z' },
    { type: 'Currency', code: 'CHF', ...amount, fallbackValue: '-0.001' },
    { type: 'Payload', payload: 'ok' },
  ];
}

export const contentCases: ContentCase[] = [
  ...messageCases,
  ...notificationCases,
  ...mediaCases,
  ...placeCases,
  ...interactiveCases,
  ...templateCases,
];
