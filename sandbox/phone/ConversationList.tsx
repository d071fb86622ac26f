import { useState } from 'preact/hooks';
import { AskForConversation } from './AskForConversation';
import { summaryOf } from './content/words';
import { current, hits, search, unseenOf, type Hit } from './conversations';
import { CHANNELS, countOf, numberOf, timeOf } from './formats';
import { nameOf } from './names';
import { open } from './page';
import { SearchField } from './SearchField';
import { timeOfMessage } from './state';
import { useOneStop } from './tabStops';

const SHOWN_AT_FIRST = 100;

/** The conversations, with a search over all their messages. */
export function ConversationList() {
  const [asking, setAsking] = useState(false);
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const shown = hits.value.slice(0, limit);
  const currentKey = current.value.key;
  const { stop, handlers } = useOneStop(
    shown.some(({ key }) => key === currentKey) ? currentKey : shown[0]?.key,
  );
  return (
    <section class="conversations" aria-labelledby="conversations-title">
      <h2 id="conversations-title">Conversations</h2>
      <button type="button" id="new-conversation" onClick={() => setAsking(true)}>
        Write as a person
      </button>
      {asking && <AskForConversation onClose={() => setAsking(false)} />}
      <SearchField label="Search messages and people" search={search} />
      <ul id="conversation-list" {...handlers}>
        {shown.map((hit) => (
          <Entry key={hit.key} hit={hit} isCurrent={hit.key === currentKey} isStop={hit.key === stop} />
        ))}
      </ul>
      {hits.value.length === 0 && <p class="hint">Nothing found.</p>}
      {hits.value.length > limit && (
        <button type="button" onClick={() => setLimit(limit + SHOWN_AT_FIRST)}>
          Show more of {countOf(hits.value.length, 'conversation')}
        </button>
      )}
    </section>
  );
}

function Entry({ hit, isCurrent, isStop }: { hit: Hit; isCurrent: boolean; isStop: boolean }) {
  const { key, channel, person, messages, found } = hit;
  const unseen = unseenOf(hit);
  const shown = found ?? messages.at(-1);
  const name = nameOf(person);
  return (
    <li>
      <button
        type="button"
        class="conversation"
        data-item={key}
        tabIndex={isStop ? undefined : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => open(hit, found?.messageId)}
      >
        <span class="name">{name ?? numberOf(person)}</span>
        <span class="when">{shown && timeOf(timeOfMessage(shown))}</span>
        <span class="number">{name && numberOf(person)}</span>
        <span class="summary">{shown ? summaryOf(shown) : 'No messages yet'}</span>
        {unseen > 0 && (
          <span class="unseen">
            {unseen.toLocaleString()}
            <span class="unheard"> new</span>
          </span>
        )}
        <span class={`channel ${channel}`}>{CHANNELS[channel]}</span>
      </button>
    </li>
  );
}
