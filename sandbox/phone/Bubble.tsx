import { send } from './api';
import { ContentView } from './content/ContentView';
import type { Content, Tap } from './content/shapes';
import { countOf, momentOf, timeOf } from './formats';
import { choose } from './page';
import { isInbound, pushesOf, settings, type InboundMessage, type Message, type SentMessage } from './state';
import { TabStops, useTabStop } from './tabStops';

type State = SentMessage['state'];

const FINAL: State[] = ['Delivered', 'Failed', 'Expired'];
/** States in which the person has not received the message, yet or ever. */
const ABSENT: State[] = ['Scheduled', 'Failed', 'Expired'];
/** A message that is delivered within this time gets no buttons, which would only flash up. */
const SOON = 3000;

interface BubbleProps {
  message: Message;
  chosen: boolean;
  found: boolean;
  /** Whether the Tab key stops here. */
  isStop: boolean;
}

/** A message on the phone. */
export function Bubble({ message, chosen, found, isStop }: BubbleProps) {
  const inbound = isInbound(message);
  const classes = [
    'message',
    inbound ? 'own' : 'theirs',
    `type-${message.content.type}`,
    message.channel,
    isFlash(message.content) && 'flash',
    !inbound && ABSENT.includes(message.state) && 'absent',
    chosen && 'chosen',
    found && 'found',
  ];
  return (
    <TabStops.Provider value={isStop}>
      <li class={classes.filter(Boolean).join(' ')} data-item={message.messageId} tabIndex={isStop ? 0 : -1}>
        <div class="bubble">
          <ContentView message={message} answer={inbound ? undefined : (tap) => answer(message, tap)} />
        </div>
        <Details message={message} chosen={chosen} />
        {!inbound && waits(message) && <StateButtons message={message} />}
      </li>
    </TabStops.Provider>
  );
}

/** The line below a bubble, which opens the details. */
function Details({ message, chosen }: { message: Message; chosen: boolean }) {
  const tabIndex = useTabStop();
  return (
    <button
      type="button"
      class="meta"
      title="Details"
      aria-pressed={chosen}
      tabIndex={tabIndex}
      onClick={() => choose(message)}
    >
      {isInbound(message) ? <Forwarded message={message} /> : <Progress message={message} />}
    </button>
  );
}

/** Deliver, Fail and Delay; disabled if the state is final or the message has not been sent yet. */
export function StateButtons({ message }: { message: SentMessage }) {
  const { messageId, state: now } = message;
  const tabIndex = useTabStop();
  const button = (label: string, next: State) => (
    <button
      type="button"
      tabIndex={tabIndex}
      disabled={FINAL.includes(now) || now === 'Scheduled' || now === next}
      onClick={() => send(`messages/${messageId}/state`, { state: next })}
    >
      {label}
    </button>
  );
  return (
    <div class="states">
      {button('Deliver', 'Delivered')}
      {button('Fail', 'Failed')}
      {button('Delay', 'Delayed')}
    </div>
  );
}

function waits({ state: now }: SentMessage): boolean {
  if (FINAL.includes(now) || now === 'Scheduled') return false;
  const automatic = settings.value?.automaticDelivery ?? 0;
  return now === 'Delayed' || automatic === 'manual' || automatic > SOON;
}

/** The person taps a button or a row. */
async function answer(message: SentMessage, reply: Tap): Promise<void> {
  const { to, from, channel, messageId } = message;
  await send('inbound', { from: to, to: from, channel, reply, replyTo: messageId });
}

function Progress({ message }: { message: SentMessage }) {
  const { sms, errorMessage, acceptedAt, sendAt, state } = message;
  return (
    <>
      <span>
        {state === 'Scheduled' && sendAt !== undefined ? `for ${momentOf(sendAt)}` : timeOf(acceptedAt)}
      </span>
      <span class={`state ${state}`}>{state}</span>
      {sms && (sms.pages > 1 || sms.encoding === 'UCS-2') && (
        <span>
          {countOf(sms.pages, 'page')} {sms.encoding}
        </span>
      )}
      {errorMessage && <span class="problem">{errorMessage}</span>}
    </>
  );
}

const FORWARDED = {
  taken: 'Forwarded',
  pending: 'Trying again',
  'given up': 'Not forwarded',
  shown: 'Kept here',
};

function Forwarded({ message }: { message: InboundMessage }) {
  const [push] = pushesOf(message.messageId);
  const last = push?.attempts.at(-1);
  return (
    <>
      <span>{timeOf(message.at)}</span>
      <span class={`state ${push?.outcome === 'taken' ? 'Delivered' : 'Sent'}`}>
        {push === undefined ? 'Kept here' : last ? FORWARDED[push.outcome] : 'Forwarding'}
      </span>
      {last?.problem && <span class="problem">{last.problem}</span>}
    </>
  );
}

function isFlash(content: Content): boolean {
  return content.type === 'Text' && content.options?.smsType === 'Flash';
}
