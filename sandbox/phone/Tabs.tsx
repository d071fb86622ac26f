import { panel, showView, view, VIEWS, wide, type View } from './page';

const MOVES: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs with the usual keyboard control: the arrow keys move from one to the next. */
export function Tabs() {
  const shown = tabViews(wide.value);
  const selected = wide.value ? panel.value : view.value;
  const step = (event: KeyboardEvent, from: View) => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    const next = shown[(shown.indexOf(from) + move + shown.length) % shown.length] ?? from;
    showView(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <nav class="views" aria-label="Views">
      <div role="tablist" aria-label="Views">
        {shown.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === selected}
            aria-controls={name === 'phone' ? 'phone' : 'panel'}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => showView(name)}
            onKeyDown={(event) => step(event, name)}
          >
            {VIEWS[name]}
          </button>
        ))}
      </div>
    </nav>
  );
}

/** A wide screen shows the phone beside the panel, so it needs no tab. */
function tabViews(isWide: boolean): View[] {
  const all: View[] = ['phone', 'message', 'notifications', 'calls', 'tests', 'settings'];
  return isWide ? all.filter((name) => name !== 'phone') : all;
}
