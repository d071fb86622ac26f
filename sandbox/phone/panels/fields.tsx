import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { notify, replace } from '../api';
import type { Settings } from '../state';

/** A titled part of the settings. */
export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="settings">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Saves settings. */
export async function save(settings: Partial<Settings>): Promise<void> {
  await replace('settings', settings);
  notify('Saved');
}

interface FieldProps {
  label: string;
  value: string | number;
  /** Saves what was entered. */
  onSave: (input: HTMLInputElement) => Promise<void>;
  type: 'number' | 'url';
  min?: number;
  max?: number;
  step?: string;
  placeholder?: string;
  disabled?: boolean;
}

/**
 * An input that is saved when it has been changed. It is not updated while somebody edits it; if its value is invalid, the browser says what
 * is wrong with it.
 */
export function Field({ label, value, onSave, type, placeholder, disabled, ...range }: FieldProps) {
  const draft = useSignal<string | undefined>(undefined);
  const attributes = {
    value: draft.value ?? value,
    placeholder,
    disabled,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      draft.value = currentTarget.value;
    },
    onChange: async ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (!currentTarget.reportValidity()) return;
      await onSave(currentTarget);
      draft.value = undefined;
    },
  };
  return (
    <label>
      {label}
      {type === 'url' ? (
        <input type="url" {...attributes} />
      ) : (
        <input type="number" {...range} {...attributes} />
      )}
    </label>
  );
}
