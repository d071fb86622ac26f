import { channels, type Channel } from '../../core/contract/names';
import type { FormField, Variant } from '../../core/forms';
import { forms } from '../../core/forms/forms';
import { labelOf } from '../../core/forms/labels';
import { choice, describe, duration, flag, form, type SettingsOf } from '../settings/describe';
import {
  addressRows,
  contentRows,
  failureRows,
  fileRows,
  nodeRows,
  textTooLongRow,
} from '../settings/messageRows';
import { guardRows } from '../settings/guardRows';
import { sendOnceRows } from '../settings/sendOnceRows';

const fallback = { section: 'fallback', tab: 'delivery' } as const;

const optional = { help: '', placeholder: undefined, required: false } as const;
const text = { ...optional, kind: 'text', media: false, moment: false } as const;

/** The content that is sent on a fallback channel: as for the first one, or as JSON. */
function contentsOn(channel: Channel): Variant[] {
  const usual = 'If empty: the text of the message';
  const offered = forms.contents
    .filter(({ value }) => forms.contentsOfChannel[channel].includes(value))
    .map((content) =>
      content.value === 'Text'
        ? { ...content, fields: [{ ...text, name: 'text', label: 'Text', long: true, placeholder: usual }] }
        : content,
    );
  const json: FormField = { ...text, name: 'json', label: 'Content (JSON)', long: true, required: true };
  return [...offered, { value: 'Json', label: labelOf('Json'), fixed: {}, fields: [json] }];
}

/** The channels that are tried when the message does not get through. */
const fallbackField: FormField = {
  ...optional,
  kind: 'list',
  name: 'fallbackChannels',
  label: 'Fallback Channels',
  entry: {
    kind: 'oneOf',
    variants: channels.map((channel) => ({
      value: channel,
      label: labelOf(channel),
      fixed: {},
      fields: [
        ...forms.message.fields
          .filter(({ name }) => name === 'from')
          .map((field) => ({ ...field, required: false, help: '' })),
        {
          ...optional,
          kind: 'oneOf',
          name: 'content',
          label: 'Content',
          required: true,
          variants: contentsOn(channel),
        },
      ],
    })),
  },
};

export const sendNode = describe({
  type: 'messaging-send',
  ports: { inputs: 1, outputs: 1 },
  tabs: ['message', 'delivery', 'advanced'],
  folded: ['notification'],
  rows: {
    ...nodeRows,
    ...addressRows('Sms'),
    ...fileRows,
    ...contentRows,
    fallbackChannels: form([], fallbackChannels, {
      ...fallback,
      shared: true,
      field: fallbackField,
    }),
    countsAs: choice(['delivered', 'accepted'], { ...fallback, shownWhen: { fallbackChannels: 'filled' } }),
    after: duration(60, 'seconds', {
      guard: true,
      ...fallback,
      shownWhen: { fallbackChannels: 'filled', countsAs: ['delivered'] },
    }),
    ...guardRows,
    ...sendOnceRows,
    keepTrying: duration(0, 'minutes', { section: 'once', guard: true }),
    ...failureRows,
    ...textTooLongRow,
    validateOnly: flag({ section: 'output', guard: true }),
  },
});
export type SendSetting = SettingsOf<(typeof sendNode)['rows']>;

/** The fallback channels as the editor stores them: sender and content are typed inputs. What is none is refused when a message is sent. */
function fallbackChannels(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [];
}
