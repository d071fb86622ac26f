import { read } from '../../reading';
import { Formatted } from '../Formatted';
import { book, type Message } from '../state';
import { Contacts } from './Contacts';
import { Interactive } from './Interactive';
import { Location } from './Location';
import { Media } from './Media';
import type { Tap } from '../../service/wire';
import { Text } from './Text';

interface ContentProps {
  message: Message;
  /** Called with what the person taps. Missing if nothing can be tapped. */
  answer: ((tap: Tap) => void) | undefined;
}

/** How a message looks on the phone. */
export function ContentView({ message, answer }: ContentProps) {
  const { content } = message;
  const reading = read(message, book.value.templates);
  switch (content.type) {
    case 'Text':
      return <Text content={content} message={message} shown={reading.text} />;
    case 'Location':
      return <Location content={content} />;
    case 'Contacts':
      return <Contacts content={content} />;
    case 'Interactive':
      return <Interactive reading={reading} answer={answer} />;
    case 'Template':
      return (
        <>
          <p class="kind">
            Template {content.name} ({content.language.code})
          </p>
          <Interactive reading={reading} answer={answer} />
        </>
      );
    case 'InteractiveReply':
      return (
        <>
          <p>
            <Formatted text={reading.text || 'A reply without content'} />
          </p>
          {content.reply?.description && <p class="small">{content.reply.description}</p>}
        </>
      );
    default:
      return <Media content={content} />;
  }
}
