import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { notify, post } from '../api';
import { CHANNELS, isChannel, shownMoment, shownNumber, typedNumber } from '../formats';
import { formValues } from '../Modal';
import { Select } from '../Select';
import { ahead, settings, type Settings } from '../state';
import { FaultSettings } from './FaultSettings';
import { Check, Field, Group, save } from './fields';

const HOUR = 3_600_000;

export function SettingsPanel() {
  if (settings.value === undefined) return null;
  return (
    <>
      <h2>Settings</h2>
      <Delivery settings={settings.value} />
      <Forwarding settings={settings.value} />
      <Account settings={settings.value} />
      <FaultSettings settings={settings.value} />
      <ClockSettings />
      <Group title="Reset">
        <button type="button" class="danger" onClick={startOver}>
          Start over
        </button>
      </Group>
    </>
  );
}

function Delivery({ settings: { automaticDelivery } }: { settings: Settings }) {
  const byHand = automaticDelivery === 'manual';
  return (
    <Group title="Delivery">
      <Check
        label="By hand, with the buttons of each message"
        checked={byHand}
        onSave={(checked) => save({ automaticDelivery: checked ? 'manual' : 1000 })}
      />
      <Field
        label="Seconds until it is delivered"
        type="number"
        min={0}
        max={86400}
        step="any"
        value={byHand ? 1 : automaticDelivery / 1000}
        disabled={byHand}
        onSave={({ valueAsNumber }) => save({ automaticDelivery: Math.round(valueAsNumber * 1000) })}
      />
    </Group>
  );
}

function Forwarding({ settings: { inboundUrls, numbers } }: { settings: Settings }) {
  const own = [...new Set(numbers.map(({ number }) => number))];
  const change =
    (name: string) =>
    ({ value }: HTMLInputElement) => {
      const others = Object.entries(inboundUrls).filter(([other]) => other !== name);
      const own: [string, string][] = value === '' && name !== 'default' ? [] : [[name, value]];
      return save({ inboundUrls: Object.fromEntries([...others, ...own]) });
    };
  const row = (name: string, label: string, hint: string) => (
    <Field
      key={name}
      label={label}
      type="url"
      value={inboundUrls[name] ?? ''}
      placeholder={hint}
      onSave={change(name)}
    />
  );
  return (
    <Group title="Inbound messages are forwarded to">
      {row('default', 'All numbers', 'Nothing is forwarded')}
      {own.map((number) => row(number, shownNumber(number), 'As for all numbers'))}
      <Numbers numbers={numbers} />
    </Group>
  );
}

function Numbers({ numbers }: { numbers: Settings['numbers'] }) {
  const add = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { number = '', channel } = formValues(form);
    if (!isChannel(channel)) return;
    await save({ numbers: [...numbers, { number: typedNumber(number), channel }] });
    form.reset();
  };
  return (
    <details>
      <summary>Numbers of the account</summary>
      <ul class="plain">
        {numbers.map(({ number, channel }, index) => (
          <li key={`${number} ${channel}`}>
            {shownNumber(number)} ({CHANNELS[channel]}){' '}
            <button
              type="button"
              disabled={numbers.length === 1}
              onClick={() => save({ numbers: numbers.toSpliced(index, 1) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <form class="inline" onSubmit={add}>
        <input name="number" required aria-label="Number or sender id" placeholder="+41 79 555 01 99" />
        <Select plain label="Channel" name="channel" options={CHANNELS} />
        <button>Add</button>
      </form>
    </details>
  );
}

function Account({ settings: { points, pageLimit, acceptUnknown } }: { settings: Settings }) {
  return (
    <Group title="Account">
      <Field
        label="Balance in points"
        type="number"
        value={points}
        onSave={({ valueAsNumber }) => save({ points: valueAsNumber })}
      />
      <Field
        label="Maximum pages of an SMS"
        type="number"
        min={1}
        max={10}
        value={pageLimit}
        onSave={({ valueAsNumber }) => save({ pageLimit: valueAsNumber })}
      />
      <Check
        label="Accept unknown templates and senders"
        checked={acceptUnknown}
        onSave={(checked) => save({ acceptUnknown: checked })}
      />
      <p class="hint">
        The real service refuses a template, or a WhatsApp or RCS sender, that it does not know.
      </p>
    </Group>
  );
}

function ClockSettings() {
  const move = (label: string, advance: number) => (
    <button type="button" onClick={() => post('clock', { advance })}>
      {label}
    </button>
  );
  return (
    <Group title="Clock">
      <p>
        In the sandbox it is{' '}
        <strong class="now">
          <Now />
        </strong>
        . What is due until the new time happens at once.
      </p>
      <div class="actions">
        {move('1 hour on', HOUR)}
        {move('1 day on', 24 * HOUR)}
        {move('7 days on', 168 * HOUR)}
      </div>
    </Group>
  );
}

/** The sandbox's time, which goes on. */
export function Now() {
  const now = useSignal(Date.now());
  useEffect(() => {
    let timer = 0;
    const tick = () => {
      now.value = Date.now();
      timer = window.setTimeout(tick, 1000 - ((now.value + ahead.value) % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return <time>{shownMoment(now.value + ahead.value)}</time>;
}

async function startOver(): Promise<void> {
  if (!confirm('Delete all messages, calls and files, and restore the initial settings?')) return;
  await post('reset');
  notify('Everything has been reset.');
}
