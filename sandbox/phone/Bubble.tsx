import { post } from './api';
import { ContentView } from './content/ContentView';
import type { Tap } from '../service/wire';
import { ABSENT } from '../state/outcomes';
import { counted, shownMoment, shownTime } from './formats';
import { choose } from './page';
import {
  isInbound,
  findPushes,
  settings,
  type InboundMessage,
  type Message,
  type SentMessage,
} from './state';

type State = SentMessage['state'];

const FINAL: State[] = ['Delivered', 'Failed', 'Expired'];
/** A message that is delivered within this time gets no buttons, which would only flash up. */
const SOON = 3000;

/** A message on the phone. The line below it opens the details. */
export function Bubble({ message, chosen }: { message: Message; chosen: boolean }) {
  const inbound = isInbound(message);
  const { content } = message;
  const classes = [
    'message',
    inbound ? 'own' : 'theirs',
    `type-${content.type}`,
    message.channel,
    content.type === 'Text' && content.options?.smsType === 'Flash' && 'flash',
    !inbound && ABSENT.includes(message.state) && 'absent',
    chosen && 'chosen',
  ];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <div class="bubble">
        <ContentView message={message} answer={inbound ? undefined : (tap) => answer(message, tap)} />
      </div>
      <button
        type="button"
        class="meta"
        title="Details"
        aria-pressed={chosen}
        onClick={() => choose(message)}
      >
        {inbound ? <Forwarded message={message} /> : <Progress message={message} />}
      </button>
      {!inbound && waits(message) && <StateButtons message={message} />}
    </li>
  );
}

/** Deliver, Fail and Delay; disabled if the state is final or the message has not been sent yet. */
export function StateButtons({ message }: { message: SentMessage }) {
  const { messageId, state: now } = message;
  const button = (label: string, next: State) => (
    <button
      type="button"
      disabled={FINAL.includes(now) || now === 'Scheduled' || now === next}
      onClick={() => post(`messages/${messageId}/state`, { state: next })}
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
  await post('inbound', { from: to, to: from, channel, reply, replyTo: messageId });
}

function Progress({ message }: { message: SentMessage }) {
  const { sms, errorMessage, acceptedAt, sendAt, state } = message;
  return (
    <>
      <span>
        {state === 'Scheduled' && sendAt !== undefined ? `for ${shownMoment(sendAt)}` : shownTime(acceptedAt)}
      </span>
      <span class={`state ${state}`}>{state}</span>
      {sms && (sms.pages > 1 || sms.encoding === 'UCS-2') && (
        <span>
          {counted(sms.pages, 'page')} {sms.encoding}
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
  const [push] = findPushes(message.messageId);
  const last = push?.attempts.at(-1);
  return (
    <>
      <span>{shownTime(message.at)}</span>
      <span class={`state ${push?.outcome === 'taken' ? 'Delivered' : 'Sent'}`}>
        {push === undefined ? 'Kept here' : last ? FORWARDED[push.outcome] : 'Forwarding'}
      </span>
      {last?.problem && <span class="problem">{last.problem}</span>}
    </>
  );
}
