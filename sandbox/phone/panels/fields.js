import { notify, replace } from '../api.js';
import { element } from '../dom.js';

/** A titled part of the settings. */
export function section(title, ...children) {
  return element('section.settings', {}, element('h3', {}, title), children);
}

/** An input with its label. */
export function field(label, attributes) {
  return element('label', {}, label, element('input', attributes));
}

/** Saves settings. If an input has an invalid value, the browser says what is wrong with it. */
export async function save(input, settings) {
  if (input && !input.reportValidity()) return;
  await replace('settings', settings);
  notify('Saved');
}
