import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

const SHOWN_AT_FIRST = 100;

interface EntryListProps<Entry extends { id: number }> {
  title: string;
  hint: string;
  /** Oldest first. */
  entries: Entry[];
  children: (entry: Entry) => ComponentChildren;
}

/** A list, newest first, with a filter: entries that contain the text anywhere. */
export function EntryList<Entry extends { id: number }>(props: EntryListProps<Entry>) {
  const { title, hint, entries, children } = props;
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const wanted = text.trim().toLowerCase();
  const found = wanted === '' ? entries : entries.filter((entry) => contains(entry, wanted));
  return (
    <>
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <input
        type="search"
        aria-label={`Filter ${title.toLowerCase()}`}
        placeholder={`Filter ${title.toLowerCase()}`}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {found.length === 0 && <p class="hint">{wanted === '' ? 'Nothing yet.' : 'Nothing found.'}</p>}
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

function contains(entry: object, text: string): boolean {
  return JSON.stringify(entry).toLowerCase().includes(text);
}
