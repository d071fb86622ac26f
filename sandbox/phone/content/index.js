import { element } from '../dom.js';
import { formatted } from '../formats.js';
import { contacts } from './contacts.js';
import { interactive } from './interactive.js';
import { location } from './location.js';
import { audio, document, image, sticker, video } from './media.js';
import { template } from './template.js';
import { text } from './text.js';

const KINDS = {
  Text: text,
  Image: image,
  Video: video,
  Audio: audio,
  Document: document,
  Sticker: sticker,
  Location: location,
  Contacts: contacts,
  Interactive: interactive,
  Template: template,
  InteractiveReply: reply,
};

/**
 * How a message looks on the phone, as a list of nodes.
 * @param answer Called with what the person taps: `{ type, id, title, description }`. Missing if nothing can be tapped.
 */
export function contentOf(message, answer) {
  const kind = KINDS[message.content.type];
  return kind ? kind(message.content, { message, answer }) : [element('p', {}, message.content.type)];
}

function reply(content) {
  if (!content.reply) return [element('p', {}, 'A reply without content')];
  const { title, id, description } = content.reply;
  return [element('p', {}, formatted(title ?? id ?? '')), description && element('p.small', {}, description)];
}

/** A message in one line for the list of conversations. */
export function summaryOf({ content, sms }) {
  if (content.type === 'Text') return sms?.text ?? content.text;
  if (content.type === 'InteractiveReply') return content.reply?.title ?? 'Reply';
  if (content.type === 'Interactive') return content.body?.text ?? content.header?.text ?? 'Choice';
  if (content.type === 'Template') return `Template ${content.name}`;
  return content.caption ?? content.filename ?? content.name ?? content.type;
}
