import type { Template } from '../seed/seed';

/** The templates of the demo account: those of the examples. */
export const demoTemplates: Template[] = [
  {
    name: 'appointment_reminder',
    header: { type: 'Text', text: 'Your appointment' },
    body: 'Hello {{1}}, we expect you on {{2}}. Does that still suit you?',
    footer: 'Reply STOP to get no more reminders',
    buttons: [
      { type: 'QuickReply', text: 'Confirm' },
      { type: 'QuickReply', text: 'Cancel' },
    ],
  },
  {
    name: 'invoice',
    header: { type: 'Document' },
    body: 'Hello {{1}}, here is your invoice {{2}} of {{3}}. Please pay it by {{4}}.',
    footer: 'Thank you for your trust',
  },
  { name: 'parcel_news', body: 'News of your parcel: {{1}}' },
  {
    name: 'shipping_update',
    header: { type: 'Image' },
    body: 'Good news, {{1}}: your order *{{2}}* is on its way and arrives on {{3}}.',
    buttons: [{ type: 'Url', text: 'Track the parcel', url: 'https://example.com/track/{{1}}' }],
  },
  {
    name: 'verification_code',
    body: '*{{1}}* is your verification code. Do not share it with anybody.',
    buttons: [{ type: 'Url', text: 'Confirm', url: 'https://example.com/confirm?code={{1}}' }],
  },
];
