import { limits } from '../contract/limits';
import type { Path } from '../contract/sentences';
import { isRecord, withList } from '../reading';

/** What a person can choose: the user's own value, and the text on the button or row if it is known. */
export interface AskOption {
  value: string;
  title: string;
}

/** What a person can choose in a content (specification 2.5): buttons, rows of a list, and payloads of a template's quick replies. */
export function optionsIn(content: unknown): AskOption[] {
  const options: AskOption[] = [];
  eachOption(content, (value, title) => {
    options.push({ value, title });
    return value;
  });
  return options;
}

interface Place {
  path: Path;
  longest: number;
}
type Change = (value: string, title: string, place: Place) => string;

/** Copies a content with changed ids. Parts that do not follow the contract are left alone; the contract reports them later. */
export function eachOption(content: unknown, change: Change): unknown {
  if (!isRecord(content)) return content;
  if (content['type'] === 'Template') {
    return withList(content, 'components', (component, index) =>
      isRecord(component) && component['type'] === 'QuickReplyButton'
        ? withList(component, 'parameters', (parameter, place) =>
            option(parameter, 'payload', change, {
              path: ['content', 'components', index, 'parameters', place, 'payload'],
              longest: limits.buttonId,
            }),
          )
        : component,
    );
  }
  const { action } = content;
  if (content['type'] !== 'Interactive' || !isRecord(action)) return content;
  return { ...content, action: changedAction(action, change) };
}

function changedAction(action: Record<string, unknown>, change: Change): unknown {
  const withButtons = withList(action, 'buttons', (button, index) =>
    option(button, 'id', change, {
      path: ['content', 'action', 'buttons', index, 'id'],
      longest: limits.buttonId,
    }),
  );
  return withList(withButtons, 'sections', (section, index) =>
    withList(section, 'rows', (row, place) =>
      option(row, 'id', change, {
        path: ['content', 'action', 'sections', index, 'rows', place, 'id'],
        longest: limits.rowId,
      }),
    ),
  );
}

function option(entry: unknown, name: string, change: Change, place: Place): unknown {
  if (!isRecord(entry) || typeof entry[name] !== 'string') return entry;
  const { title } = entry;
  return { ...entry, [name]: change(entry[name], typeof title === 'string' ? title : '', place) };
}
