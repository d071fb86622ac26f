import type { FallbackChannel } from '../../../core/client';
import type { Channel } from '../../../core/contract';
import { formatPath, type LabelOf } from '../../../core/contract/problem';
import { contentFromJson } from '../../../core/forms';
import { asText } from '../../../core/reading';
import type { Parameters } from '../../parameters';
import { field, group, number, oneOf, text } from '../../settings';

/** How long to wait for the delivery on a channel, in seconds. */
const USUAL_WAIT = 60;

/** When no fallback channel is tried. */
const countsAs = oneOf(
  'countsAs',
  'Counts as Success',
  {
    accepted: ['Accepted', 'The service has taken the message'],
    delivered: ['Delivered', 'The delivery is confirmed'],
  },
  { usual: 'delivered', help: 'The state after which no fallback channel is tried' },
);
const afterSeconds = number('afterSeconds', 'Next Channel After (Seconds)', {
  ...{ usual: USUAL_WAIT, min: 1, max: 300, when: { countsAs: ['delivered'] } },
  help: "How long to wait for the delivery on each channel, up to 5 minutes. For a longer time, use 'Send and Wait' with the response type Delivery.",
});

const EXAMPLE_CONTENT = `{
  "type": "Template",
  "namespace": "your_namespace",
  "name": "appointment_reminder",
  "language": { "code": "en" },
  "components": [
    { "type": "Body", "parameters": [{ "type": "Text", "text": "Tuesday, 9:00" }] }
  ]
}`;

/** The fields of one fallback channel, and how they are read. */
function fallbackChannel(name: string, label: string, usual: Channel | '') {
  const unless = { [`${name}Channel`]: [''] };
  const contentIs = (value: string) => ({ when: { [`${name}Content`]: [value] }, unless });
  const channel = oneOf(
    `${name}Channel`,
    `${label} Channel`,
    { '': 'None', Rcs: 'RCS', Sms: 'SMS', Whatsapp: 'WhatsApp' },
    {
      usual,
      help: 'The channel to use if the message did not get through on the previous one. The same channel can be used again with other content, such as a template after the 24 hours of WhatsApp.',
    },
  );
  const from = text(`${name}From`, `${label} Sender`, {
    placeholder: 'e.g. MyCompany',
    help: 'The sender on that channel',
    unless,
  });
  const content = oneOf(
    `${name}Content`,
    `${label} Content`,
    { json: ['JSON', 'Any content that the channel supports, such as a template'], text: 'Text' },
    { usual: 'text', noDataExpression: true, help: 'What to send on that channel', unless },
  );
  const ownText = text(`${name}Text`, `${label} Text`, {
    typeOptions: { rows: 2 },
    help: 'What to send there. If empty, the text of the message.',
    ...contentIs('text'),
  });
  const json = field('json', `${name}Json`, `${label} Content (JSON)`, {
    ...{ usual: EXAMPLE_CONTENT, typeOptions: { rows: 6 } },
    help: 'The content as the service specifies it, checked by the same rules as the form',
    ...contentIs('json'),
  });
  const labelOf =
    (kind: 'json' | 'text'): LabelOf =>
    ([part, ...rest]) => {
      if (part === 'channel') return channel.label;
      if (part === 'from') return from.label;
      if (part !== 'content') return undefined;
      if (kind === 'text') return ownText.label;
      const isWhole = rest[0] === undefined || rest[0] === 'type';
      return isWhole ? content.label : `${content.label} › ${formatPath(rest)}`;
    };
  const textIn = (within: Parameters) => {
    const entered = asText(ownText.read(within)) ?? '';
    return entered === '' ? undefined : { type: 'Text', text: entered };
  };
  return {
    fields: [channel, from, content, ownText, json],
    shown: [channel, from],
    read: (within: Parameters): Array<FallbackChannel & { channel: Channel; labelOf: LabelOf }> => {
      const on = channel.read(within);
      if (on === '') return [];
      const kind = content.read(within);
      const sent = kind === 'json' ? contentFromJson(json.read(within), json.label) : textIn(within);
      return [{ channel: on, from: asText(from.read(within)) ?? '', content: sent, labelOf: labelOf(kind) }];
    },
  };
}

const second = fallbackChannel('second', 'Second', 'Sms');
const third = fallbackChannel('third', 'Third', '');

/** The option with the channels on which a message goes out if it does not get through. Their contents are not validated yet. */
export const fallbackChannels = group(
  'fallbackChannels',
  'Fallback Channels',
  {
    help: 'Up to two fallback channels for a message that does not get through. A refused message goes to the next channel at once; one that may have been sent never does. If a message is delivered late, the person can still get it twice.',
    fields: [countsAs, afterSeconds, ...second.fields, ...third.fields],
    shown: [countsAs, ...second.shown],
  },
  (within) => {
    const success = countsAs.read(within);
    const seconds = success === 'accepted' ? USUAL_WAIT : afterSeconds.read(within);
    const further = [...second.read(within), ...third.read(within)];
    // Without a fallback channel, nothing is waited for.
    return further.length === 0 ? undefined : { countsAs: success, afterMs: seconds * 1000, further };
  },
);
