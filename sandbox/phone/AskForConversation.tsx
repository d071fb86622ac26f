import { CHANNELS, isChannel, shownNumber, typedNumber } from './formats';
import { FIRST } from './conversations';
import { Modal, formValues } from './Modal';
import { open } from './page';
import { Select } from './Select';
import { book } from './state';

/** Asks for the person and the channel of a conversation, and opens it. */
export function AskForConversation({ onClose }: { onClose: () => void }) {
  const people = Object.entries(book.value.people);
  const [[, first] = ['', FIRST.person]] = people;
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const { person = '', channel } = formValues(event.currentTarget);
    onClose();
    // Only WhatsApp has user IDs.
    if (!/^[+0]/.test(person)) open({ channel: 'Whatsapp', person });
    else if (isChannel(channel)) open({ channel, person: typedNumber(person) });
  };
  return (
    <Modal label="Write as a person" class="ask" onClose={onClose}>
      <form onSubmit={submit}>
        <h2>Write as a person</h2>
        <label>
          Number, or user ID of WhatsApp
          <input
            name="person"
            list="people"
            required
            value={shownNumber(first)}
            pattern="(\+|00)[\d\s\-]{5,24}|[A-Z]{2}\.[A-Za-z0-9.]{1,132}"
            title="International format, such as +41 79 123 45 67, or a user ID, such as CH.13491208655302741918"
          />
        </label>
        <datalist id="people">
          {people.map(([name, number]) => (
            <option key={number} value={shownNumber(number)}>
              {name}
            </option>
          ))}
        </datalist>
        <Select label="Channel" name="channel" options={CHANNELS} />
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button class="main">Open</button>
        </div>
      </form>
    </Modal>
  );
}
