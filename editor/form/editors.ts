import type { FormField } from '../../core/forms';

/** A part of a form on the screen. Whenever something was typed, chosen, added, moved or removed in it, its element reports `input` or `change`. */
export interface FieldEditor {
  element: HTMLElement;
  /** The value to store; undefined if nothing was filled in. */
  read(): unknown;
}

export type LeafField = Exclude<FormField, { kind: 'group' | 'oneOf' | 'list' }>;
