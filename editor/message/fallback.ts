import { MOST_FURTHER_CHANNELS } from '../../core/client/request/furtherChannels';
import { channels } from '../../core/contract';
import { forms } from '../../core/forms/forms';
import { channelNamed } from '../../core/contract/names';
import { contentForm } from '../checks/message';
import { find, make, offer } from '../dom';
import { variantEditor } from '../form/oneOf';
import { propertyEditor } from '../form/property';
import { asList, textOrEmpty, asValues, type Values } from '../form/values';
import { translate, type EditorNode } from '../red';
import { namedChoices } from '../texts';
import { row } from './sections';

/** Fills the section *If it does not get through*, with the channels that are tried when a message does not. */
export function openFallback(node: EditorNode): () => Values {
  const further = asList(node['fallbackChannels']).map(asValues);
  const steps = Array.from({ length: MOST_FURTHER_CHANNELS }, (_, index) =>
    addStep(index, further[index] ?? {}),
  );
  return () => ({ fallbackChannels: steps.flatMap((read) => read()) });
}

/** The content of a further channel is entered as JSON. */
const JSON_CONTENT = 'Json';

/** Reads nothing while no channel is chosen. */
function addStep(index: number, stored: Values): () => Values[] {
  const offered = { '': translate('fallback.none'), ...namedChoices(channels) };
  const channel = offer(make('select'), offered, textOrEmpty(stored['channel']));
  const storedType = textOrEmpty(stored['contentType']) || 'Text';
  const type = make('select');
  const from = propertyEditor('fallbackFrom', stored['from']);
  const content = variantEditor('messaging-content', storedType, stored['content']);
  const json = propertyEditor('fallbackJson', stored['json']);
  const typeRow = row(translate('fallback.content'), type);
  const fields = make('div', {}, from.element, typeRow, content.element, json.element);
  const show = () => {
    const chosen = channelNamed(channel.value);
    fields.hidden = chosen === undefined;
    if (chosen === undefined) return;
    const contents = {
      ...namedChoices(forms.contentsOfChannel[chosen]),
      [JSON_CONTENT]: translate('fallback.json'),
    };
    offer(type, contents, type.value || storedType);
    content.show(contentForm(chosen, type.value, translate('fallback.text')));
    json.element.hidden = type.value !== JSON_CONTENT;
  };
  for (const select of [channel, type]) select.addEventListener('change', show);
  show();
  find('div', '#messaging-fallbackChannels').append(
    row(translate(`fallback.channel${index + 2}`), channel),
    fields,
  );
  return () => {
    if (channel.value === '') return [];
    const entered = type.value === JSON_CONTENT ? { json: json.read() } : { content: content.read() };
    return [{ channel: channel.value, from: from.read(), contentType: type.value, ...entered }];
  };
}
