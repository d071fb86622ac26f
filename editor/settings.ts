import { descriptions } from '../node-red/descriptions';
import type { Description } from '../node-red/settings/describe';
import { storedValues, upToDate } from '../node-red/settings/readSettings';
import { labelOf, nodeChecks, rowProblems, sentence } from './checks/node';
import { red, type EditorNode } from './red';

export function descriptionOf(type: string): Description | undefined {
  return descriptions.find((description) => description.type === type);
}

/** What Node-RED needs to know about a setting besides its default. */
interface SettingRules {
  label?: string;
  required?: true;
  type?: string;
  /**
   * True, or what is wrong. Node-RED accepts texts only from a function with two parameters, and marks a field in the dialog only for a
   * single text.
   */
  validate?(this: EditorNode, value: unknown, options: { label?: string }): true | string | string[];
}

/** The rules of a setting for Node-RED; none for a setting without a row in the dialog. */
export function rules(type: string, name: string): SettingRules {
  const description = descriptionOf(type);
  const row = description?.rows[name];
  if (description === undefined || row === undefined || row.kind === 'place' || row.kind === 'note')
    return {};
  const label = labelOf(description, name);
  // Node-RED does not know that a setting is hidden; the check below does.
  const isAlways = row.required === true && row.kind !== 'typed' && row.shownWhen === undefined;
  const required = isAlways ? ({ label, required: true } as const) : { label };
  switch (row.kind) {
    case 'credential':
      return { type: row.secret ? 'password' : 'text', ...required };
    case 'account':
      return { type: 'messaging-account', ...required };
    case 'boxes':
      return {};
    default:
      return {
        ...(row.kind === 'form' ? {} : required),
        validate(value, options) {
          const problems = rowProblems(description, name, { ...this, [name]: value })
            .map(({ place, ...problem }) => sentence({ ...problem, place: place || (options.label ?? '') }))
            .map(harmlessAsHtml);
          if (problems.length === 0) return true;
          // Others depend on settings whose new values Node-RED does not know while the dialog is open.
          const isAlone = !(name in nodeChecks) && (row.kind === 'text' || row.kind === 'number');
          return isAlone ? problems.join('\n') : problems;
        },
      };
  }
}

/**
 * Node-RED shows a problem as text in one place and as HTML in another, and a problem quotes what an imported flow contains. Behind an
 * invisible word joiner, `<` and `&` begin nothing in HTML.
 */
function harmlessAsHtml(problem: string): string {
  return problem.replace(/[<&]/g, '$&\u2060');
}

/**
 * Migrates settings that an older version of this package has stored, when they are loaded or imported. A missing setting gets its default,
 * as when the flow runs. The next deploy stores the result.
 */
export function migrateOlderNodes(): void {
  red.events.on('nodes:add', (node) => {
    const description = descriptionOf(node.type);
    if (description === undefined) return;
    const usual = structuredClone(storedValues(description));
    const names = Object.keys(usual).filter((name) => node[name] !== undefined);
    const stored = Object.fromEntries(names.map((name) => [name, node[name]]));
    Object.assign(node, usual, upToDate(description, stored));
  });
}
