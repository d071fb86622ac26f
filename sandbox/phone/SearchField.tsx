import type { Signal } from '@preact/signals';

/** A field whose text is searched for as it is typed. */
export function SearchField({ label, search }: { label: string; search: Signal<string> }) {
  return (
    <input
      type="search"
      class="search"
      aria-label={label}
      placeholder={label}
      value={search.value}
      onInput={({ currentTarget }) => {
        search.value = currentTarget.value;
      }}
    />
  );
}
