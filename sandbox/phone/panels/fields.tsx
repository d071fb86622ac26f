import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { notify, put } from '../api';
import { settings, type Settings } from '../state';

/** A titled part of the settings. */
export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="settings">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Saves some of the settings. */
export async function save(changed: Partial<Settings>): Promise<void> {
  settings.value = await put<Settings>('settings', changed);
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

interface CheckProps {
  label: string;
  checked: boolean;
  onSave: (checked: boolean) => Promise<void>;
}

/** A checkbox that is saved when it is clicked. What else is saved meanwhile does not turn it back. */
export function Check({ label, checked, onSave }: CheckProps) {
  const draft = useSignal<boolean | undefined>(undefined);
  const change = async ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    draft.value = currentTarget.checked;
    try {
      await onSave(currentTarget.checked);
    } finally {
      draft.value = undefined;
    }
  };
  return (
    <label class="check">
      <input type="checkbox" checked={draft.value ?? checked} onChange={change} /> {label}
    </label>
  );
}
