import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { searchFor } from '../formats';
import { SearchField } from '../SearchField';

const SHOWN_AT_FIRST = 100;

interface EntryListProps<Entry extends { id: number }> {
  title: string;
  hint: string;
  /** Oldest first. */
  entries: Entry[];
  /** The text that an entry is found by. */
  textOf: (entry: Entry) => string;
  children: (entry: Entry) => ComponentChildren;
}

/** A list that can be searched, newest first. */
export function EntryList<Entry extends { id: number }>(props: EntryListProps<Entry>) {
  const { title, hint, entries, textOf, children } = props;
  const search = useSignal('');
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const words = search.value.trim();
  const matches = searchFor(words);
  const found = words === '' ? entries : entries.filter((entry) => matches(textOf(entry).toLowerCase()));
  return (
    <>
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <SearchField label={`Search ${title.toLowerCase()}`} search={search} />
      {found.length === 0 && <p class="hint">{words === '' ? 'Nothing yet.' : 'Nothing found.'}</p>}
      <ul class="entries">
        {found
          .slice(-limit)
          .reverse()
          .map((entry) => (
            <li key={entry.id}>{children(entry)}</li>
          ))}
      </ul>
      {found.length > limit && (
        <button type="button" onClick={() => setLimit(limit + SHOWN_AT_FIRST)}>
          Show earlier
        </button>
      )}
    </>
  );
}
