import { Formatted } from '../Formatted';
import type { Message } from '../state';
import { Contacts } from './Contacts';
import { Interactive } from './Interactive';
import { Location } from './Location';
import { Media } from './Media';
import type { ReplyContent, Tap } from './shapes';
import { Template } from './Template';
import { Text } from './Text';

interface ContentProps {
  message: Message;
  /** Called with what the person taps. Missing if nothing can be tapped. */
  answer: ((tap: Tap) => void) | undefined;
}

/** How a message looks on the phone. */
export function ContentView({ message, answer }: ContentProps) {
  const { content } = message;
  switch (content.type) {
    case 'Text':
      return <Text content={content} message={message} />;
    case 'Image':
    case 'Video':
    case 'Audio':
    case 'Document':
    case 'Sticker':
      return <Media content={content} />;
    case 'Location':
      return <Location content={content} />;
    case 'Contacts':
      return <Contacts content={content} />;
    case 'Interactive':
      return <Interactive content={content} answer={answer} />;
    case 'Template':
      return <Template content={content} answer={answer} />;
    case 'InteractiveReply':
      return <Reply content={content} />;
  }
}

function Reply({ content: { reply } }: { content: ReplyContent }) {
  if (!reply) return <p>A reply without content</p>;
  return (
    <>
      <p>
        <Formatted text={reply.title ?? reply.id ?? ''} />
      </p>
      {reply.description && <p class="small">{reply.description}</p>}
    </>
  );
}
