import { z } from 'zod/v4';

import { field, inFormat, int32, ruled, text } from '../field';
import { fullDateTime } from '../formats';
import { limits } from '../limits';
import { countCharacters } from '../../sms';
import { atLeastOneSource, fileName, fileSchema, mediaSource } from './media';
import { contentOptions } from './text';

/** The languages a template can be approved in (specification 2.5). */
// prettier-ignore
export const templateLanguageCodes = [
  'af', 'sq', 'ar', 'az', 'bn', 'bg', 'ca', 'zh_CN', 'zh_HK', 'zh_TW', 'hr', 'cs', 'da', 'nl', 'en', 'en_GB', 'en_US',
  'et', 'fil', 'fi', 'fr', 'ka', 'de', 'el', 'gu', 'ha', 'he', 'hi', 'hu', 'id', 'ga', 'it', 'ja', 'kn', 'kk', 'rw_RW',
  'ko', 'ky_KG', 'lo', 'lv', 'lt', 'mk', 'ms', 'ml', 'mr', 'nb', 'fa', 'pl', 'pt_BR', 'pt_PT', 'pa', 'ro', 'ru', 'sr',
  'sk', 'sl', 'es', 'es_AR', 'es_ES', 'es_MX', 'sw', 'sv', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'uz', 'vi', 'zu',
] as const;

const textParameterSchema = z.strictObject({
  type: z.literal('Text'),
  text: field(text(), {
    label: 'Text',
    help: 'The text that replaces the placeholder.',
    placeholder: 'e.g. Anna',
  }),
});
const documentParameterSchema = ruled(
  z.strictObject({ type: z.literal('Document'), ...mediaSource, filename: fileName }),
  atLeastOneSource,
);
const dateTimeParameterSchema = z.strictObject({
  type: z.literal('DateTime'),
  dateTime: field(fullDateTime(), {
    label: 'Date and Time',
    help: 'With seconds and offset; Z stands for UTC.',
    placeholder: 'e.g. 2026-12-24T18:00:00Z',
  }),
});
const currencyParameterSchema = z.strictObject({
  type: z.literal('Currency'),
  code: field(
    ruled(z.string(), (value) =>
      countCharacters(value) === limits.currencyCode
        ? []
        : [{ key: 'currencyCode', values: { got: countCharacters(value) } }],
    ),
    { label: 'Currency', help: 'The three-letter code of ISO 4217.', placeholder: 'e.g. CHF' },
  ),
  amount: field(inFormat(int32(), 'amount'), {
    label: 'Amount',
    help: 'The amount as you write it, with at most three decimals. In JSON it is multiplied by 1000: 100.99 is 100990.',
    placeholder: 'e.g. 100.99',
  }),
  fallbackValue: field(text(), {
    label: 'Fallback Text',
    help: 'Shown when the amount cannot be written in the language of the recipient.',
    placeholder: 'e.g. CHF 100.99',
  }),
});
const payloadParameterSchema = z.strictObject({
  type: z.literal('Payload'),
  payload: field(text(), {
    label: 'Payload',
    help: 'Returned in the inbound message when the button is tapped.',
    placeholder: 'e.g. confirm-4711',
  }),
});

/** The value of one placeholder of a template (specification 2.5). */
const templateParameterSchema = z.discriminatedUnion('type', [
  textParameterSchema,
  fileSchema('Image'),
  fileSchema('Video'),
  documentParameterSchema,
  dateTimeParameterSchema,
  currencyParameterSchema,
  payloadParameterSchema,
]);

const parameters = field(z.array(templateParameterSchema), {
  label: 'Parameters',
  help: 'The values for the placeholders of this component, in order.',
});
const index = field(int32(), {
  label: 'Button Index',
  help: 'Position of the button in the template; the first one is 0.',
  placeholder: 'e.g. 0',
});

/** A part of a template with the values of its placeholders (specification 2.5). */
const templateComponentSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Header'), parameters }),
  z.strictObject({ type: z.literal('Body'), parameters }),
  z.strictObject({ type: z.literal('QuickReplyButton'), index, parameters }),
  z.strictObject({ type: z.literal('UrlButton'), index, parameters }),
]);

const languageSchema = z.strictObject({
  code: field(z.enum(templateLanguageCodes), {
    label: 'Language',
    help: 'The language the template was approved in.',
  }),
  policy: field(z.enum(['Deterministic']).optional(), {
    label: 'Language Policy',
    help: 'Deterministic sends the template in exactly this language.',
  }),
});

/** An approved template (specification 2.4, TemplateContent). */
export const templateContentSchema = z.strictObject({
  type: z.literal('Template'),
  namespace: field(text(), {
    label: 'Template Namespace',
    help: 'The namespace of your approved templates.',
    placeholder: 'e.g. 3f1a9c52_7d84_4e0b_9a61_5c2d8e7f0b13',
  }),
  name: field(text(), {
    label: 'Template Name',
    help: 'The name the template was approved under.',
    placeholder: 'e.g. appointment_reminder',
  }),
  language: field(languageSchema, { label: 'Template Language', help: 'The language of the template.' }),
  components: field(z.array(templateComponentSchema).nullable().optional(), {
    label: 'Components',
    help: 'The parts of the template that contain placeholders, with their values.',
  }),
  options: contentOptions,
});
