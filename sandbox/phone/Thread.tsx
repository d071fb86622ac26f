import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Bubble } from './Bubble';
import { Composer } from './Composer';
import { current, type Conversation } from './conversations';
import { CHANNELS, countOf, dayOf, numberOf } from './formats';
import { nameOf } from './names';
import { foundId, inside, messageId } from './page';
import { isInbound, timeOfMessage, type Message } from './state';
import { useOneStop } from './tabStops';

const SHOWN_AT_FIRST = 100;

/** The conversation on the phone. */
export function Phone() {
  const conversation = current.value;
  const { key, channel, person } = conversation;
  const name = nameOf(person);
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
          <h2>{name ?? numberOf(person)}</h2>
          {name && <p class="small">{numberOf(person)}</p>}
        </div>
        <span class={`channel ${channel}`}>{CHANNELS[channel]}</span>
      </header>
      <MessageList key={key} messages={conversation.messages} />
      <Composer key={`${key} composer`} conversation={conversation} />
    </section>
  );
}

/** The newest messages. The list stays scrolled to its end, unless the person has scrolled up. */
function MessageList({ messages }: { messages: Conversation['messages'] }) {
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  /** How far below the top of the list its end was before earlier messages were added. */
  const distance = useRef<number | undefined>(undefined);
  const { stop, handlers } = useOneStop(messages.at(-1)?.messageId);
  const earlier = messages.length - limit;

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    if (distance.current !== undefined) element.scrollTop = element.scrollHeight - distance.current;
    else if (atEnd.current) element.scrollTop = element.scrollHeight;
    distance.current = undefined;
  });
  const found = foundId.value;
  useEffect(() => {
    const place = messages.findIndex((message) => message.messageId === found);
    if (place !== -1) setLimit(Math.max(SHOWN_AT_FIRST, messages.length - place + 10));
  }, [found]);
  useEffect(() => {
    const shown = list.current?.querySelector('.found');
    if (!shown) return;
    atEnd.current = false;
    shown.scrollIntoView({ block: 'center' });
  }, [found, limit]);
  // Captured, because the load event of an image does not bubble.
  useEffect(() => {
    const follow = () => {
      if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight;
    };
    list.current?.addEventListener('load', follow, true);
  }, []);

  const showEarlier = () => {
    distance.current = (list.current?.scrollHeight ?? 0) - (list.current?.scrollTop ?? 0);
    atEnd.current = false;
    setLimit(limit + SHOWN_AT_FIRST);
  };
  return (
    <ol
      class="thread"
      aria-label="Messages"
      ref={list}
      data-at-end="true"
      onScroll={({ currentTarget }) => {
        const { scrollHeight, scrollTop, clientHeight } = currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < 60;
        currentTarget.dataset.atEnd = String(atEnd.current);
      }}
      {...handlers}
    >
      {earlier > 0 && (
        <li class="earlier" key="earlier">
          <button type="button" onClick={showEarlier}>
            Show earlier messages ({countOf(earlier, 'more', 'more')})
          </button>
        </li>
      )}
      {withHeadings(messages.slice(-limit)).map(({ message, day, sender }) => (
        <Fragment key={message.messageId}>
          {day && <li class="day">{day}</li>}
          {sender && <li class={isInbound(message) ? 'sender own' : 'sender'}>{sender}</li>}
          <Bubble
            message={message}
            chosen={message.messageId === messageId.value}
            found={message.messageId === found}
            isStop={message.messageId === stop}
          />
        </Fragment>
      ))}
    </ol>
  );
}

/** Each message with the day and the sender where they change, because one person may receive messages from several. */
function withHeadings(messages: Message[]): { message: Message; day?: string; sender?: string }[] {
  let day: string | undefined;
  let sender: string | undefined;
  return messages.map((message) => {
    const today = dayOf(timeOfMessage(message));
    const from = isInbound(message) ? `to ${numberOf(message.to)}` : numberOf(message.from);
    const isNewDay = today !== day;
    const isNewSender = isNewDay || from !== sender;
    day = today;
    sender = from;
    return { message, ...(isNewDay ? { day: today } : {}), ...(isNewSender ? { sender: from } : {}) };
  });
}
