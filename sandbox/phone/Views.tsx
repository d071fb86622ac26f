import { panel, showView, view, VIEWS, wide, type View } from './page';

const NAMES: View[] = ['phone', 'message', 'notifications', 'calls', 'tests', 'settings'];

/** The buttons that choose what is shown. A wide screen shows the phone beside the panel, so it needs none. */
export function Views() {
  const shown = wide.value ? panel.value : view.value;
  return (
    <nav class="views" aria-label="Views">
      <div>
        {NAMES.filter((name) => !wide.value || name !== 'phone').map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === shown ? 'page' : undefined}
            onClick={() => showView(name)}
          >
            {VIEWS[name]}
          </button>
        ))}
      </div>
    </nav>
  );
}
