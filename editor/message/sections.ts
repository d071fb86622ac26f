import { make } from '../dom';

/** A part of the dialog that is always open. */
export function part(title: string, ...children: HTMLElement[]): HTMLElement {
  return make('fieldset', { class: 'messaging-part' }, make('legend', {}, title), ...children);
}

/** A part of the dialog that few need: open when something was filled in. */
export function fold(title: string, open: boolean, ...children: HTMLElement[]): HTMLDetailsElement {
  return make('details', { class: 'messaging-fold', open }, make('summary', {}, title), ...children);
}

/** A row with a label and a plain control, as in Node-RED's own dialogs. */
export function row(id: string, label: string, control: HTMLElement): HTMLElement {
  control.id = id;
  return make(
    'div',
    { class: 'messaging-field' },
    make('label', { for: id }, label),
    make('div', { class: 'messaging-control' }, control),
  );
}
