import type { ComponentChildren } from 'preact';
import { StateButtons } from '../Bubble';
import { CHANNELS, counted, shownMoment, shownNumber } from '../formats';
import { Json } from '../Formatted';
import { messageId } from '../page';
import { isInbound, findMessage, findPushes, type InboundMessage, type SentMessage } from '../state';
import { PushEntry } from './Notifications';

/** Everything about the chosen message. */
export function MessagePanel() {
  const message = findMessage(messageId.value);
  if (!message)
    return <p class="hint">Choose a message to see its request, its state and its notifications.</p>;
  return isInbound(message) ? (
    <Inbound key={message.messageId} message={message} />
  ) : (
    <Sent key={message.messageId} message={message} />
  );
}

function Sent({ message }: { message: SentMessage }) {
  const { sms, content, recipient, to, history, errorMessage, errorCode, sendAt } = message;
  return (
    <>
      <h2>
        {content.type} by {CHANNELS[message.channel]}
      </h2>
      <StateButtons message={message} />
      <Facts
        values={{
          State: <span class={`state ${message.state}`}>{message.state}</span>,
          Reason: errorMessage && `${errorMessage} (${errorCode})`,
          From: shownNumber(message.from),
          To:
            recipient.type === 'Number'
              ? shownNumber(to)
              : `${shownNumber(to)} (${recipient.type} ${recipient.address})`,
          Length: sms && `${counted(sms.pages, 'page')} of ${sms.encoding}`,
          Points: String(message.points),
          'Customer id': message.customerid,
          'Send date': sendAt && shownMoment(sendAt),
          'Message id': message.messageId,
          'Batch id': message.messageListId,
          'Request id': message.requestId,
          Version: String(message.version),
        }}
      />
      <h3>States</h3>
      <ol class="history">
        {history.map((step, index) => (
          <li key={index}>
            {shownMoment(step.at)} <span class={`state ${step.state}`}>{step.state}</span>
          </li>
        ))}
      </ol>
      <h3>Notifications</h3>
      <MessageNotifications message={message} />
      <h3>Request as sent</h3>
      <Json value={message.request} />
    </>
  );
}

function Inbound({ message }: { message: InboundMessage }) {
  const [push] = findPushes(message.messageId);
  return (
    <>
      <h2>Written on {CHANNELS[message.channel]}</h2>
      <Facts
        values={{
          From: shownNumber(message.from),
          To: shownNumber(message.to),
          Time: shownMoment(message.at),
          'Message id': message.messageId,
          'Reply to': message.replyTo,
        }}
      />
      <h3>Forwarded to the customer</h3>
      {push ? (
        <ul class="entries">
          <li>
            <PushEntry push={push} open />
          </li>
        </ul>
      ) : (
        <p class="hint">Not forwarded: no URL is set for this number.</p>
      )}
    </>
  );
}

function MessageNotifications({ message: { messageId: id, notification } }: { message: SentMessage }) {
  if (!notification) return <p class="hint">None were requested.</p>;
  const addresses = notification.addresses.map(
    ({ type, address }) => `${type} ${type === 'Sms' ? shownNumber(address) : address}`,
  );
  return (
    <>
      <p class="hint">
        Asked for: {notification.forEvent ?? 'SuccessOnly'} to {addresses.join(', ')}
      </p>
      <ul class="entries">
        {findPushes(id).map((push) => (
          <li key={push.id}>
            <PushEntry push={push} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Facts({ values }: { values: Record<string, ComponentChildren> }) {
  return (
    <dl>
      {Object.entries(values).map(
        ([name, value]) =>
          value && (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ),
      )}
    </dl>
  );
}
