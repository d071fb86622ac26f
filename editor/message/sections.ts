import { make, uniqueId } from '../dom';

/** A part of the dialog that is always open. */
export function part(title: string, ...children: HTMLElement[]): HTMLElement {
  return make('fieldset', { class: 'messaging-part' }, make('legend', {}, title), ...children);
}

/** A part of the dialog that is rarely needed; it is open if something was filled in. */
export function fold(title: string, open: boolean, ...children: HTMLElement[]): HTMLDetailsElement {
  return make('details', { class: 'messaging-fold', open }, make('summary', {}, title), ...children);
}

/** The help below the control of a row. */
export function helpBelow(text: string): HTMLElement {
  return make('div', { class: 'messaging-below-control' }, make('div', { class: 'messaging-help' }, text));
}

/** A row with a label and a simple control, as in Node-RED's own dialogs. */
export function row(label: string, control: HTMLElement, ...beside: HTMLElement[]): HTMLElement {
  control.id ||= uniqueId();
  return make(
    'div',
    { class: 'messaging-field' },
    make('label', { for: control.id }, label),
    make('div', { class: 'messaging-control' }, control, ...beside),
  );
}
