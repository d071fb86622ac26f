import { useState } from 'preact/hooks';
import { visibleText } from '../reading';
import { AskForConversation } from './AskForConversation';
import { conversations, current, type Conversation } from './conversations';
import { CHANNELS, shownNumber, shownTime } from './formats';
import { findName } from './names';
import { open } from './page';
import { book, messageTime } from './state';

const SHOWN_AT_FIRST = 100;

/** The conversations, the one with the newest message first. */
export function ConversationList() {
  const [asking, setAsking] = useState(false);
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  return (
    <section class="conversations" aria-labelledby="conversations-title">
      <h2 id="conversations-title">Conversations</h2>
      <button type="button" id="new-conversation" onClick={() => setAsking(true)}>
        Write as a person
      </button>
      {asking && <AskForConversation onClose={() => setAsking(false)} />}
      <ul id="conversation-list">
        {conversations.value.slice(0, limit).map((conversation) => (
          <Entry key={conversation.key} conversation={conversation} />
        ))}
      </ul>
      {conversations.value.length > limit && (
        <button type="button" onClick={() => setLimit(limit + SHOWN_AT_FIRST)}>
          Show more
        </button>
      )}
    </section>
  );
}

function Entry({ conversation }: { conversation: Conversation }) {
  const { key, channel, person, messages } = conversation;
  const last = messages.at(-1);
  const name = findName(person);
  return (
    <li>
      <button
        type="button"
        class="conversation"
        aria-current={key === current.value.key ? 'true' : undefined}
        onClick={() => open(conversation)}
      >
        <span class="name">{name ?? shownNumber(person)}</span>
        <span class="when">{last && shownTime(messageTime(last))}</span>
        <span class="number">{name && shownNumber(person)}</span>
        <span class="summary">
          {last ? visibleText(last, book.value.templates) || last.content.type : 'No messages yet'}
        </span>
        <span class={`channel ${channel}`}>{CHANNELS[channel]}</span>
      </button>
    </li>
  );
}
