import { forms } from '../core/forms/forms';
import { choiceLabel } from './texts';

/** What a channel is called, in the language of the editor. */
export function channelLabel(value: string): string {
  const field = forms.message.fields.find(({ name }) => name === 'channel');
  const options = field?.kind === 'choice' ? field.options : [];
  return choiceLabel(value, options.find((option) => option.value === value)?.label ?? value);
}

/** What a content is called, in the language of the editor. */
export function contentLabel(value: string): string {
  return choiceLabel(value, forms.contents.find((content) => content.value === value)?.label ?? value);
}
