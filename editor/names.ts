import { channels, type Channel } from '../core/contract';
import { forms } from '../core/forms/forms';
import { choiceLabel } from './texts';

/** The name of a channel in the editor's language. */
export function channelLabel(value: string): string {
  const field = forms.message.fields.find(({ name }) => name === 'channel');
  const options = field?.kind === 'choice' ? field.options : [];
  return choiceLabel(value, options.find((option) => option.value === value)?.label ?? value);
}

/** The name of a content in the editor's language. */
export function contentLabel(value: string): string {
  return choiceLabel(value, forms.contents.find((content) => content.value === value)?.label ?? value);
}

/** The channels with their names, for a select. */
export function channelOptions() {
  return Object.fromEntries(channels.map((channel) => [channel, channelLabel(channel)]));
}

/** The contents that a channel carries with their names, for a select; the first one is text. */
export function contentOptions(channel: Channel) {
  const contents = forms.contentsOfChannel[channel];
  return Object.fromEntries(contents.map((content) => [content, contentLabel(content)]));
}
