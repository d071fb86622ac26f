import { find, make, uniqueId } from '../dom';
import { propertyEditor, type PropertyEditor } from '../form/property';
import { asList, asText, asValues, type Leaf, type Values } from '../form/values';
import { channelLabel } from '../names';
import { translate } from '../red';
import { forms } from '../../core/forms/forms';
import { row } from './sections';

const MOST_CHANNELS = 2;
const empty: Leaf = { t: 'str', v: '' };
const quiet = { changed: () => undefined };

/** What is tried when a message does not get through: up to two further channels. */
export interface FallbackEditor {
  read(): Values;
}

interface Step {
  channel: HTMLSelectElement;
  from: PropertyEditor;
  text: PropertyEditor;
}

/** Fills the section of the template; it is open where something was filled in. */
export function openFallback(stored: unknown): FallbackEditor {
  const given = asValues(stored);
  const channels = asList(given['channels']).map(asValues);
  const steps = Array.from({ length: MOST_CHANNELS }, (_, index) => addStep(index, channels[index] ?? {}));
  const countsAs = find('select', '#messaging-fallback-countsAs');
  const after = find('input', '#messaging-fallback-after');
  const unit = find('select', '#messaging-fallback-afterUnit');
  countsAs.value = given['countsAs'] === 'accepted' ? 'accepted' : 'delivered';
  after.value = asText(given['after']) || String(given['after'] ?? 60);
  unit.value = asText(given['afterUnit']) || 'seconds';
  const show = () => {
    find('div', '#messaging-fallback-time').hidden = countsAs.value !== 'delivered';
  };
  countsAs.addEventListener('change', show);
  show();
  find('details', '#messaging-fallback').open = channels.length > 0;
  return {
    read: () => ({
      channels: steps
        .filter(({ channel }) => channel.value !== '')
        .map(({ channel, from, text }) => ({ channel: channel.value, from: from.read(), text: text.read() })),
      countsAs: countsAs.value,
      after: after.value,
      afterUnit: unit.value,
    }),
  };
}

function addStep(index: number, stored: Values): Step {
  const offered = Object.keys(forms.contentsOfChannel);
  const channel = make(
    'select',
    {},
    new Option(translate('fallback.none'), ''),
    ...offered.map((value) => new Option(channelLabel(value), value)),
  );
  channel.value = asText(stored['channel']);
  const from = propertyEditor('fallbackFrom', stored['from'], empty, quiet);
  const text = propertyEditor('fallbackText', stored['text'], empty, quiet);
  const fields = make('div', {}, from.element, text.element);
  const show = () => {
    fields.hidden = channel.value === '';
  };
  channel.addEventListener('change', show);
  show();
  find('div', '#messaging-fallback-channels').append(
    row(uniqueId(), translate(`fallback.channel${index + 2}`), channel),
    fields,
  );
  return { channel, from, text };
}
