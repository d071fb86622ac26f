import type { TypedValue } from '../../node-red/shared/describe';
import { MOST_FURTHER_CHANNELS } from '../../core/client/furtherChannels';
import { channels, type Channel } from '../../core/contract';
import type { Variant } from '../../core/forms';
import { forms } from '../../core/forms/forms';
import { channelNamed, contentNamed } from '../checks/message';
import { find, make, uniqueId } from '../dom';
import { propertyEditor } from '../form/property';
import { asList, textOrEmpty, asValues, type Values } from '../form/values';
import { channelLabel, contentLabel } from '../names';
import { translate } from '../red';
import { contentEditor } from './content';
import { row } from './sections';

const empty: TypedValue = { t: 'str', v: '' };
const quiet = { changed: () => undefined };

/** The editor of the further channels, which are tried when a message does not get through. */
export interface FallbackEditor {
  read(): Values[];
}

interface Step {
  channel: HTMLSelectElement;
  read(): Values;
}

/** Fills the section *If it does not get through*; it is open if a channel is chosen. */
export function openFallback(stored: unknown): FallbackEditor {
  const further = asList(stored).map(asValues);
  const steps = Array.from({ length: MOST_FURTHER_CHANNELS }, (_, index) =>
    addStep(index, further[index] ?? {}),
  );
  find('details', '#messaging-section-fallback').open = further.length > 0;
  return {
    read: () => steps.filter(({ channel }) => channel.value !== '').map(({ read }) => read()),
  };
}

function addStep(index: number, stored: Values): Step {
  const none = new Option(translate('fallback.none'), '');
  const channel = make(
    'select',
    {},
    none,
    ...channels.map((value) => new Option(channelLabel(value), value)),
  );
  channel.value = textOrEmpty(stored['channel']);
  const from = propertyEditor('fallbackFrom', stored['from'], empty, quiet);
  const type = make('select');
  type.append(new Option('', textOrEmpty(stored['contentType']) || 'Text'));
  const content = contentEditor(type.value, stored['content'], quiet);
  const json = propertyEditor('fallbackJson', stored['json'], empty, quiet);
  const typeRow = row(uniqueId(), translate('fallback.content'), type);
  const fields = make('div', {}, from.element, typeRow, content.element, json.element);
  const show = () => {
    const chosen = channelNamed(forms, channel.value);
    fields.hidden = chosen === undefined;
    if (chosen !== undefined) offerContents(type, chosen);
    const form = chosen && contentNamed(forms, chosen, type.value);
    content.show(form && withUsualText(form));
    json.element.hidden = type.value !== JSON_CONTENT;
  };
  for (const select of [channel, type]) select.addEventListener('change', show);
  show();
  find('div', '#messaging-fallbackChannels').append(
    row(uniqueId(), translate(`fallback.channel${index + 2}`), channel),
    fields,
  );
  return {
    channel,
    read: () => ({
      channel: channel.value,
      from: from.read(),
      contentType: type.value,
      ...(type.value === JSON_CONTENT ? { json: json.read() } : { content: content.read() }),
    }),
  };
}

/** The content of a further channel is entered as JSON. */
const JSON_CONTENT = 'Json';

/** Fills the select with the contents that the channel carries; the chosen one stays if the channel carries it. */
function offerContents(select: HTMLSelectElement, channel: Channel): void {
  const chosen = select.value;
  const offered = forms.contentsOfChannel[channel].map((value) => new Option(contentLabel(value), value));
  select.replaceChildren(...offered, new Option(translate('fallback.json'), JSON_CONTENT));
  select.value = chosen;
  if (select.selectedIndex < 0) select.value = 'Text';
}

/** Explains what an empty text stands for. */
function withUsualText(content: Variant): Variant {
  if (content.value !== 'Text') return content;
  const fields = content.fields.map((field) =>
    field.name === 'text' ? { ...field, required: false, placeholder: translate('fallback.text') } : field,
  );
  return { ...content, fields };
}
