import { notice } from './api';
import { ConversationList } from './ConversationList';
import { Phone } from './Thread';
import { panel, VIEWS } from './page';
import { Calls } from './panels/Calls';
import { MessagePanel } from './panels/MessagePanel';
import { Notifications } from './panels/Notifications';
import { Now, SettingsPanel } from './panels/SettingsPanel';
import { Tests } from './panels/Tests';
import { connected, settings } from './state';
import { Views } from './Views';

const PANELS = {
  message: MessagePanel,
  notifications: Notifications,
  calls: Calls,
  tests: Tests,
  settings: SettingsPanel,
};

export function App() {
  // Nothing is shown before the first state is loaded: it would replace whatever the user enters.
  const ready = settings.value !== undefined;
  return (
    <>
      <Bar />
      <Views />
      <main>
        {ready && <ConversationList />}
        {ready && <Phone />}
        <Panel />
      </main>
      <div id="notice" role="status">
        {notice.value && <p class={notice.value.kind}>{notice.value.text}</p>}
      </div>
    </>
  );
}

function Bar() {
  return (
    <header class="bar">
      <h1>
        <img src="/phone/icon.svg" alt="" width="24" height="24" /> Sandbox
      </h1>
      <p class="figures">
        <span>
          <span id="balance">{settings.value?.points.toLocaleString() ?? '–'}</span> points
        </span>
        <span>
          <Now />
        </span>
        <span id="connection" role="status">
          {connected.value ? '' : 'Not connected, trying again'}
        </span>
      </p>
      <a href="/docs/">Service description</a>
    </header>
  );
}

function Panel() {
  const Shown = PANELS[panel.value];
  return (
    <section class="panel" id="panel" aria-label={VIEWS[panel.value]} key={panel.value}>
      <Shown />
    </section>
  );
}
