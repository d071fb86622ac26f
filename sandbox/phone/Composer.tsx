import { useRef } from 'preact/hooks';
import { post } from './api';
import type { Conversation } from './conversations';
import { shownNumber } from './formats';
import { formValues } from './Modal';
import { isInbound, settings } from './state';

/** The box in which the user writes as the person. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { channel, person } = conversation;
  const text = useRef<HTMLTextAreaElement>(null);
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const { to, text: words = '' } = formValues(event.currentTarget);
    const box = text.current;
    if (words.trim() === '' || box === null) return;
    box.value = '';
    box.focus();
    try {
      await post('inbound', { from: person, to, channel, text: words });
    } catch (error) {
      box.value ||= words; // so that the person need not write it again
      throw error;
    }
  };
  return (
    <form class="composer" onSubmit={submit}>
      <label>
        To <Receivers conversation={conversation} />
      </label>
      <textarea
        ref={text}
        name="text"
        rows={1}
        required
        aria-label="Message"
        placeholder="Write as this person"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button class="main">Send</button>
    </form>
  );
}

/** The account's numbers on the channel; the one that wrote last is chosen, as on a phone. */
function Receivers({ conversation: { channel, messages } }: { conversation: Conversation }) {
  const own = settings.value?.numbers.filter((each) => each.channel === channel) ?? [];
  const numbers = [...new Set(own.map(({ number }) => number))];
  const digits = (number: string | undefined) => number?.replace(/^(\+|00)/, '');
  const last = messages.findLast((message) => !isInbound(message))?.from;
  const chosen = numbers.find((number) => digits(number) === digits(last));
  // Made anew only when another number wrote, so that it does not change while the person chooses.
  return (
    <select name="to" key={[last, ...numbers].join()}>
      {numbers.map((number) => (
        <option key={number} value={number} selected={number === chosen}>
          {shownNumber(number)}
        </option>
      ))}
    </select>
  );
}
