import { element } from '../dom.js';
import { countOf, formatted } from '../formats.js';

/** A text. For an SMS, the part on its pages, followed by the part that was cut. */
export function text(content, { message }) {
  const { sms, channel } = message;
  const shown = sms?.text ?? content.text;
  const flash =
    content.options?.smsType === 'Flash' && element('p.kind', {}, 'Flash SMS, shown and not stored');
  const priority = content.options?.smsType === 'PrioPlus' && element('p.kind', {}, 'Priority');
  const words = element('p.text', {}, formatted(shown, channel !== 'Sms'));
  if (!sms?.truncated) return [flash, priority, words];
  const cut = content.text.slice(shown.length);
  return [
    flash,
    priority,
    words,
    element('p.cut-mark', {}, `Cut here: ${countOf([...cut].length, 'character')} not delivered`),
    element('p.cut', {}, cut),
  ];
}
