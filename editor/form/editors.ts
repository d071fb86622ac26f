import type { FormField } from '../../core/forms';

/** A part of a form on the screen. */
export interface FieldEditor {
  element: HTMLElement;
  /** The value to store; undefined if nothing was filled in. */
  read(): unknown;
}

/** The fields of an object on the screen, each reachable by its name. */
export interface GroupEditor extends FieldEditor {
  fields: Map<string, FieldEditor>;
}

/** What a part of a form reports to its dialog and asks it for. */
export interface Dialog {
  /** Called when something was typed, chosen, added or removed. */
  changed(): void;
}

export type LeafField = Exclude<FormField, { kind: 'group' | 'oneOf' | 'list' }>;
