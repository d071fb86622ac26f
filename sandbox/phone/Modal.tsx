import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Modal {
  label: string;
  class: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog over the page. Escape or a tap beside it closes it. */
export function Modal({ label, class: classes, onClose, children }: Modal) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class={classes}
      aria-label={label}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      {children}
    </dialog>
  );
}

/** The values of a form by the names of its fields. */
export function formValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
