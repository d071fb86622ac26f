import { z } from 'zod/v4';

import { field, int32, text } from '../field';
import { limits } from '../limits';

/** SMS settings of one message (specification 2.4, SmsContentOptions). */
export const smsContentOptionsSchema = z.strictObject({
  type: z.literal('SmsContentOptions'),
  forceGsm: field(z.boolean().nullable().optional(), {
    label: 'GSM Characters Only',
    help: 'Whether to refuse characters outside the GSM alphabet. Otherwise a single one, such as an emoji, reduces the page from 160 to 70 characters.',
  }),
  pageLimit: field(int32(1, limits.smsPages).nullable().optional(), {
    label: 'Page Limit',
    help: 'The maximum number of pages (segments) of the SMS, 1 to 10. The rest of the text is cut off.',
    placeholder: 'e.g. 3',
  }),
  smsType: field(z.enum(['Standard', 'Flash', 'PrioPlus']).optional(), {
    label: 'SMS Type',
    help: 'Standard is stored on the phone. Flash is shown at once and not stored. Prio Plus is delivered with priority, if the account supports it.',
  }),
});

/** As on a form: with what is done to the text before it is sent (`adaptTexts`), which the service does not know. */
export const smsFormOptionsSchema = smsContentOptionsSchema.extend({
  replaceSpecial: field(z.boolean().optional(), {
    label: 'Replace Special Characters',
    help: 'Whether to replace typographic quotes, dashes and spaces with plain ones, so that a page holds 160 characters instead of 70.',
  }),
});

/** The `options` that every content object may have; null means none. */
export const contentOptions = field(smsContentOptionsSchema.nullable().optional(), {
  label: 'SMS Options',
  help: 'Settings for this SMS that override those of the account.',
});

/** Text for SMS, WhatsApp and RCS (specification 2.4). The longest text depends on the channel: see `message.ts`. */
export const textContentSchema = z.strictObject({
  type: z.literal('Text'),
  text: field(text(), {
    label: 'Text',
    help: 'The text of the message. An SMS page holds 160 characters, or 70 with emojis or other characters outside the GSM alphabet; an SMS has at most 10 pages. WhatsApp allows 4096 characters, RCS 1000.',
    placeholder: 'e.g. Your parcel arrives today between 14:00 and 16:00.',
    long: true,
  }),
  options: contentOptions,
});
