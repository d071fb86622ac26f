import type { FormField } from '../../core/forms';

/** A part of a form on the screen. */
export interface FieldEditor {
  element: HTMLElement;
  /** What is stored for it; undefined when nothing was filled in. */
  read(): unknown;
}

/** The fields of an object on the screen, each reachable by its name. */
export interface GroupEditor extends FieldEditor {
  fields: Map<string, FieldEditor>;
}

/** What every part of a form tells and asks the dialog it stands in. */
export interface Dialog {
  /** Something was typed, chosen, added or removed. */
  changed(): void;
}

export type LeafField = Exclude<FormField, { kind: 'group' | 'oneOf' | 'list' }>;
