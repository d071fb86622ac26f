import { panelId, tabListId } from '../node-red/settings/editorNames';
import type { Tab } from '../node-red/settings/describe';
import { find, make } from './dom';
import { red, translate } from './red';

/** What a tab shows in front of its label. */
export type TabMark = 'faulty' | 'changed';

const icons: Record<TabMark, string> = { faulty: 'fa-exclamation-triangle', changed: 'fa-circle' };

/** The tabs of an open dialog. */
export interface Tabs {
  show(tab: Tab): void;
  /** Marks these tabs, and no others. */
  mark(marks: ReadonlyMap<Tab, TabMark>): void;
}

/** Makes the tabs of a dialog. Node-RED's own know only the mouse; roles and keys are those of the ARIA pattern for tabs. */
export function openTabs(type: string, tabs: readonly Tab[]): Tabs {
  const list = find('ul', `#${tabListId(type)}`);
  const links = () => [...list.querySelectorAll<HTMLAnchorElement>('a.red-ui-tab-label')];
  const select = (chosen: string) => {
    for (const tab of tabs) find('div', `#${panelId(type, tab)}`).hidden = panelId(type, tab) !== chosen;
    for (const link of links()) {
      const isChosen = link.hash === `#${chosen}`;
      link.ariaSelected = String(isChosen);
      link.tabIndex = isChosen ? 0 : -1;
    }
  };
  const widget = red.tabs.create({ id: list.id, onchange: ({ id }) => select(id) });
  for (const tab of tabs) widget.addTab({ id: panelId(type, tab), label: translate(`tab.${tab}`) });
  list.setAttribute('role', 'tablist');
  for (const link of links()) describe(link);
  list.addEventListener('keydown', (event) => {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    const next = all[nextIndex(event.key, at, all.length)];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    widget.activateTab(next.hash.slice(1));
    next.focus();
  });
  // What a screen reader does is a click without the mouse.
  list.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null) widget.activateTab(link.hash.slice(1));
  });
  const show = (tab: Tab) => {
    widget.activateTab(panelId(type, tab));
    select(panelId(type, tab));
  };
  const mark = (marks: ReadonlyMap<Tab, TabMark>) => {
    for (const [index, tab] of tabs.entries()) showMark(links()[index], marks.get(tab));
  };
  return { show, mark };
}

function describe(link: HTMLAnchorElement): void {
  const panel = find('div', link.hash);
  link.id = `${panel.id}-tab`;
  link.setAttribute('role', 'tab');
  link.setAttribute('aria-controls', panel.id);
  link.parentElement?.setAttribute('role', 'presentation');
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', link.id);
}

/** -1 for a key that does nothing. */
function nextIndex(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}

function showMark(link: HTMLAnchorElement | undefined, mark: TabMark | undefined): void {
  link?.querySelector('.messaging-mark')?.remove();
  if (link === undefined || mark === undefined) return;
  const text = translate(`tabMark.${mark}`);
  const shown = make('i', {
    class: `fa ${icons[mark]} messaging-mark messaging-mark-${mark}`,
    role: 'img',
    title: text,
    'aria-label': text,
  });
  link.prepend(shown);
}
