import { tabOf, type Description, type Tab } from '../node-red/settings/describe';
import { changedRows, rowProblems } from './checks/rows';
import { find, make } from './dom';
import { translate, type EditorNode } from './red';
import { openTabs, type TabMark } from './tabs';

/**
 * What a dialog says about all of its rows, whatever tab is open: what is still to do, below them, and at each tab whether something in it is
 * wrong or differs from the default. It begins with the first tab in which something is wrong. Returns what tells it of new values.
 */
export function openOverview(
  description: Description,
  dialog: JQuery,
  node: EditorNode,
): (node: EditorNode) => void {
  const { type, rows, tabs = [], folded = [] } = description;
  const todo = make('div', { class: 'messaging-todo', role: 'status' });
  dialog.append(todo);
  const shown = tabs.length === 0 ? undefined : openTabs(type, tabs);
  const tabsOf = (names: string[]) =>
    new Set(
      names.flatMap((name) => {
        const row = rows[name];
        return (row && tabOf(description, row)) ?? [];
      }),
    );
  const tell = (current: EditorNode) => {
    const problems = rowProblems(description, current);
    todo.replaceChildren(...todoList(problems.map(({ text }) => text)));
    const faulty = tabsOf(problems.map(({ row }) => row));
    const changed = tabsOf(changedRows(description, current));
    const marks = tabs.flatMap((tab, index): Array<[Tab, TabMark]> => {
      if (faulty.has(tab)) return [[tab, 'faulty']];
      // The first tab always holds something.
      return index > 0 && changed.has(tab) ? [[tab, 'changed']] : [];
    });
    shown?.mark(new Map(marks));
    return faulty;
  };
  for (const section of folded) {
    const inSection = (name: string) => rows[name]?.section === section;
    const told = [...rowProblems(description, node).map(({ row }) => row), ...changedRows(description, node)];
    find('details', `#messaging-section-${section}`).open = told.some(inSection);
  }
  const faulty = tell(node);
  const [first] = tabs;
  if (first !== undefined) shown?.show(tabs.find((tab) => faulty.has(tab)) ?? first);
  return tell;
}

/** Lists what is missing or wrong, so that the red triangle after closing the dialog is no surprise. */
function todoList(problems: string[]): HTMLElement[] {
  if (problems.length === 0) return [];
  const items = problems.map((problem) => make('li', {}, problem));
  return [make('strong', {}, translate('todo')), make('ul', {}, ...items)];
}
