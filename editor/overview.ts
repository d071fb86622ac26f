import { tabOf, type Description, type Tab } from '../node-red/settings/describe';
import { changedRows, nodeProblems, sentence, type RowProblem } from './checks/node';
import { find, make } from './dom';
import { translate, type EditorNode } from './red';
import { openTabs, type TabMark } from './tabs';

/**
 * What a dialog says about all of its rows, whatever tab is open: what is still to do, below them, and at each tab whether something in it is
 * wrong or differs from the default. It begins with the first tab in which something is wrong. Returns what tells it of new values.
 */
export function openOverview(
  description: Description,
  dialog: HTMLElement,
  node: EditorNode,
): (node: EditorNode, problems: RowProblem[]) => void {
  const { type, rows, tabs = [], folded = [] } = description;
  const todo = make('div', { class: 'messaging-todo', role: 'status' });
  dialog.append(todo);
  const shown = tabs.length === 0 ? undefined : openTabs(type, tabs);
  const tabOfRow = (name: unknown) => {
    const row = rows[String(name)];
    return row && tabOf(description, row);
  };
  const problems = nodeProblems(description, node);
  const faulty = problems.map(({ path: [name] }) => name);
  for (const section of folded) {
    const told = [...faulty, ...changedRows(description, node)].map((name) => rows[String(name)]?.section);
    find('details', `#messaging-section-${section}`).open = told.includes(section);
  }
  const [first] = tabs;
  if (first !== undefined) shown?.show(tabs.find((tab) => faulty.map(tabOfRow).includes(tab)) ?? first);
  return (now, found) => {
    todo.replaceChildren(...todoList(found.map(sentence)));
    const changed = changedRows(description, now).map(tabOfRow);
    const wrong = found.map(({ path: [name] }) => tabOfRow(name));
    const marks = tabs.flatMap((tab, index): Array<[Tab, TabMark]> => {
      if (wrong.includes(tab)) return [[tab, 'faulty']];
      // The first tab always holds something.
      return index > 0 && changed.includes(tab) ? [[tab, 'changed']] : [];
    });
    shown?.mark(new Map(marks));
  };
}

/** Lists what is missing or wrong, so that the red triangle after closing the dialog is no surprise. */
function todoList(problems: string[]): HTMLElement[] {
  if (problems.length === 0) return [];
  const items = problems.map((problem) => make('li', {}, problem));
  return [make('strong', {}, translate('todo')), make('ul', {}, ...items)];
}
