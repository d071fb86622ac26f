import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Bubble } from './Bubble';
import { Composer } from './Composer';
import { current, type Conversation } from './conversations';
import { CHANNELS, shownDay, shownNumber } from './formats';
import { findName } from './names';
import { inside, messageId } from './page';
import { isInbound, messageTime, type Message } from './state';

const SHOWN_AT_FIRST = 100;

/** The conversation on the phone. */
export function Phone() {
  const conversation = current.value;
  const { key, channel, person } = conversation;
  const name = findName(person);
  return (
    <section class="phone" aria-label="Phone" id="phone" data-channel={channel}>
      <header>
        <button
          type="button"
          class="back"
          aria-label="Back to the conversations"
          onClick={() => {
            inside.value = 'list';
          }}
        >
          <svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true">
            <path d="M8 2 2 8l6 6" fill="none" stroke="currentColor" stroke-width="2" />
          </svg>
        </button>
        <div>
          <h2>{name ?? shownNumber(person)}</h2>
          {name && <p class="small">{shownNumber(person)}</p>}
        </div>
        <span class={`channel ${channel}`}>{CHANNELS[channel]}</span>
      </header>
      <MessageList key={key} messages={conversation.messages} />
      <Composer key={`${key} composer`} conversation={conversation} />
    </section>
  );
}

/** The newest messages. The style sheet keeps the list at its end, unless the person has scrolled up. */
function MessageList({ messages }: { messages: Conversation['messages'] }) {
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  return (
    <div class="thread">
      <ol aria-label="Messages">
        {messages.length > limit && (
          <li class="earlier">
            <button type="button" onClick={() => setLimit(limit + SHOWN_AT_FIRST)}>
              Show earlier messages
            </button>
          </li>
        )}
        {withHeadings(messages.slice(-limit)).map(({ message, day, sender }) => (
          <Fragment key={message.messageId}>
            {day && <li class="day">{day}</li>}
            {sender && <li class={isInbound(message) ? 'sender own' : 'sender'}>{sender}</li>}
            <Bubble message={message} chosen={message.messageId === messageId.value} />
          </Fragment>
        ))}
      </ol>
    </div>
  );
}

/** Each message with the day and the sender where they change, because one person may receive messages from several. */
function withHeadings(messages: Message[]): { message: Message; day?: string; sender?: string }[] {
  let day: string | undefined;
  let sender: string | undefined;
  return messages.map((message) => {
    const today = shownDay(messageTime(message));
    const from = isInbound(message) ? `to ${shownNumber(message.to)}` : shownNumber(message.from);
    const isNewDay = today !== day;
    const isNewSender = isNewDay || from !== sender;
    day = today;
    sender = from;
    return { message, ...(isNewDay ? { day: today } : {}), ...(isNewSender ? { sender: from } : {}) };
  });
}
