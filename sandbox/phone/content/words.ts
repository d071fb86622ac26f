import { isInbound, type Message } from '../state';

/** A message in one line. */
export function summaryOf(message: Message): string {
  const { content } = message;
  switch (content.type) {
    case 'Text':
      return (isInbound(message) ? undefined : message.sms?.text) ?? content.text;
    case 'InteractiveReply':
      return content.reply?.title ?? 'Reply';
    case 'Interactive': {
      const heading = content.header?.type === 'Text' ? content.header.text : undefined;
      return content.body?.text ?? heading ?? 'Choice';
    }
    case 'Template':
      return `Template ${content.name}`;
    case 'Location':
      return content.name ?? content.type;
    case 'Contacts':
      return content.type;
    default:
      return content.caption ?? content.filename ?? content.type;
  }
}

/** All texts in a content, for the search. The names of its fields and types are none. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, part]) => (name === 'type' ? '' : wordsOf(part)))
    .join(' ');
}
