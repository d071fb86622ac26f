import { stateButtons } from '../bubble.js';
import { isInbound } from '../conversations.js';
import { element } from '../dom.js';
import { CHANNELS, countOf, json, momentOf } from '../formats.js';
import { pushesOf, state } from '../state.js';
import { pushEntry } from './notifications.js';

/** Everything about the chosen message. */
export function messagePanel(messageId) {
  const message = state.messages.get(messageId) ?? state.inbound.get(messageId);
  if (!message)
    return [element('p.hint', {}, 'Choose a message to see its request, its state and its notifications.')];
  return isInbound(message) ? inboundDetails(message) : messageDetails(message);
}

function messageDetails(message) {
  const { sms, content, request, history, errorMessage } = message;
  const lengths =
    sms &&
    `${countOf(sms.pages, 'page')} of ${sms.encoding}, ${countOf([...content.text].length, 'character')}`;
  const cut = sms?.truncated && `${[...content.text].length - [...sms.text].length} characters were cut`;
  return [
    element('h2', {}, `${content.type} by ${CHANNELS[message.channel]}`),
    stateButtons(message),
    facts({
      State: element(`span.state.${message.state}`, {}, message.state),
      Reason: errorMessage && `${errorMessage} (${message.errorCode})`,
      From: message.from,
      To:
        message.recipient.type === 'Number'
          ? message.to
          : `${message.to} (${message.recipient.type} ${message.recipient.address})`,
      Length: lengths,
      Cut: cut,
      Points: String(message.points),
      'Customer id': message.customerid,
      'Send date': message.sendAt && momentOf(message.sendAt),
      'Message id': message.messageId,
      'Batch id': message.messageListId,
      'Request id': message.requestId,
      Version: String(message.version),
    }),
    element('h3', {}, 'States'),
    element(
      'ol.history',
      {},
      history.map((step) =>
        element('li', {}, momentOf(step.at), ' ', element(`span.state.${step.state}`, {}, step.state)),
      ),
    ),
    notificationsOf(message),
    element('h3', {}, 'Request as sent'),
    json(request),
  ];
}

function inboundDetails(message) {
  const [push] = pushesOf(message.messageId);
  return [
    element('h2', {}, `Written on ${CHANNELS[message.channel]}`),
    facts({
      From: message.from,
      To: message.to,
      Time: momentOf(message.at),
      'Message id': message.messageId,
      'Reply to': message.replyTo,
    }),
    element('h3', {}, 'Forwarded to the customer'),
    push
      ? element('ul.entries', {}, element('li', {}, pushEntry(push, true)))
      : element('p.hint', {}, 'Not forwarded: no URL is set for this number.'),
  ];
}

function notificationsOf({ messageId, notification }) {
  if (!notification)
    return [element('h3', {}, 'Notifications'), element('p.hint', {}, 'None were requested.')];
  const pushes = pushesOf(messageId);
  const asked = `${notification.forEvent ?? 'SuccessOnly'} to ${notification.addresses.map(({ type, address }) => `${type} ${address}`).join(', ')}`;
  return [
    element('h3', {}, 'Notifications'),
    element('p.hint', {}, `Asked for: ${asked}`),
    element(
      'ul.entries',
      {},
      pushes.map((push) => element('li', {}, pushEntry(push))),
    ),
  ];
}

function facts(values) {
  return element(
    'dl',
    {},
    Object.entries(values)
      .filter(([, value]) => value)
      .map(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );
}
