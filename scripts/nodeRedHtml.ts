// The html that Node-RED's editor loads for a node, made from the description of its settings.
import { isRecord } from '../core/reading';
import { EDITOR_CATALOG, panelId, tabListId } from '../node-red/settings/editorNames';
import {
  tabOf,
  unitOf,
  type Description,
  type Row,
  type SettingField,
  type Tab,
} from '../node-red/settings/describe';
import { storedValues } from '../node-red/settings/readSettings';
import { UNITS } from '../node-red/settings/duration';

/**
 * @param catalog its texts in English, which say which rows have help or a placeholder
 * @param shared those of the account, with the texts that all dialogs share
 */
export function nodeRedHtml(description: Description, catalog: unknown, shared: unknown): string {
  return `<script type="module" src="resources/@messaging-service/node-red-messaging-service/editor/index.js"></script>

<script type="text/html" data-template-name="${description.type}">
${dialog(description, new Set([...keysOf(catalog), ...keysOf(shared)]))}
</script>

<script type="text/javascript">
  RED.nodes.registerType('${description.type}', ${registration(description)});
</script>
`;
}

/** The keys of all texts, such as `messaging-send.label.name`. */
function keysOf(tree: unknown, path = ''): string[] {
  return isRecord(tree)
    ? Object.entries(tree).flatMap(([name, inner]) => keysOf(inner, path === '' ? name : `${path}.${name}`))
    : [path];
}

function registration(description: Description): string {
  const { type, ports } = description;
  const palette =
    ports === undefined
      ? ["category: 'config'", "color: '#4FA8B8'"]
      : [
          "category: 'messaging'",
          "color: '#4FA8B8'",
          `icon: '${type}.svg'`,
          `inputs: ${ports.inputs}`,
          `outputs: ${ports.outputs}`,
          'outputLabels: function (index) { return MessagingEditor.outputLabel(this, index); }',
        ];
  const credentials = Object.keys(description.rows).filter(
    (name) => description.rows[name]?.kind === 'credential',
  );
  // Node-RED's tools read the names of the settings here, so they are written out one by one.
  const entries = [
    ...palette,
    `defaults: ${object(Object.entries(storedValues(description)).map(([name, value]) => `${name}: ${setting(type, name, value)}`))}`,
    ...(credentials.length === 0
      ? []
      : [
          `credentials: ${object(credentials.map((name) => `${name}: MessagingEditor.rules('${type}', '${name}')`))}`,
        ]),
    `paletteLabel: function () { return MessagingEditor.catalogText('${type}.palette'); }`,
    'label: function () { return this.name || MessagingEditor.label(this); }',
    "labelStyle: function () { return this.name ? 'node_label_italic' : ''; }",
    'oneditprepare: function () { MessagingEditor.open(this); }',
    'oneditsave: function () { MessagingEditor.save(this); }',
  ];
  return `{\n${entries.map((entry) => `    ${entry},\n`).join('')}  }`;
}

function setting(type: string, name: string, value: unknown): string {
  const usual = value === undefined ? '' : `value: ${JSON.stringify(value)}, `;
  return `{ ${usual}...MessagingEditor.rules('${type}', '${name}') }`;
}

function object(entries: string[]): string {
  return `{\n${entries.map((entry) => `      ${entry},\n`).join('')}    }`;
}

function dialog(description: Description, keys: ReadonlySet<string>): string {
  const make = new Rows(description, keys);
  const hidden =
    'outputs' in storedValues(description) ? ['<input type="hidden" id="node-input-outputs" />'] : [];
  const rowsOf = (tab: Tab | undefined) =>
    Object.entries(description.rows)
      .filter(([, row]) => tabOf(description, row) === tab)
      .flatMap(([name, row]) =>
        row.section === undefined ? make.row(name, row) : make.sectionStartingWith(name, row.section),
      );
  const { type, tabs } = description;
  const list = tabs === undefined ? [] : [`<ul class="messaging-tabs" id="${tabListId(type)}"></ul>`];
  const panels = (tabs ?? []).flatMap((tab) => [
    `<div class="messaging-panel" id="${panelId(type, tab)}" hidden>`,
    ...indented(rowsOf(tab)),
    '</div>',
  ]);
  const lines = [...hidden, ...rowsOf(undefined), ...list, ...panels];
  return ['<div class="messaging-editor">', ...indented(lines), '</div>']
    .map((line) => `  ${line}`)
    .join('\n');
}

function indented(lines: string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

class Rows {
  private readonly prefix: string;

  constructor(
    private readonly description: Description,
    private readonly keys: ReadonlySet<string>,
  ) {
    this.prefix = description.ports === undefined ? 'node-config-input-' : 'node-input-';
  }

  /** A section, in the place of its first row; empty for a later row. */
  sectionStartingWith(first: string, section: string): string[] {
    const rows = Object.entries(this.description.rows).filter(([, row]) => row.section === section);
    if (rows[0]?.[0] !== first) return [];
    const id = `messaging-section-${section}`;
    const isShared = !this.keys.has(`${this.description.type}.section.${section}`);
    const { mark, help } = this.helpOn(id, section, isShared);
    const lines = indented([...help, ...rows.flatMap(([name, row]) => this.row(name, row))]);
    const title = `id="${id}-label" ${this.text(`section.${section}`, isShared)}`;
    return this.description.folded?.includes(section) === true
      ? [
          `<details class="messaging-fold messaging-section" id="${id}">`,
          `  <summary ${title}></summary>`,
          ...lines,
          '</details>',
        ]
      : [
          `<fieldset class="messaging-part messaging-section" id="${id}">`,
          `  <legend><span ${title}></span> ${mark}</legend>`,
          ...lines,
          '</fieldset>',
        ];
  }

  row(name: string, row: Row): string[] {
    switch (row.kind) {
      case 'place':
      case 'form':
      case 'typed':
        return [`<div data-row="${name}"></div>`];
      case 'note': {
        const warning = row.warning === true ? ' messaging-warning" role="status' : '';
        return [
          `<div class="messaging-tip${warning}" data-row="${name}" ${this.text(row.key, row.shared)}></div>`,
        ];
      }
      default:
        return this.field(`${this.prefix}${name}`, name, row);
    }
  }

  private field(id: string, name: string, row: PlainField): string[] {
    const key = row.text ?? name;
    const { mark, help } = this.helpOn(id, key, row.shared);
    const problem = `<div class="messaging-problem" id="${id}-problem" role="alert"></div>`;
    const label = `id="${id}-label" ${this.text(`label.${key}`, row.shared)}`;
    const place = `data-row="${name}"`;
    const below = `  <div class="messaging-below-control">${problem}${help.join('')}</div>`;
    const end = [below, ...(mark === '' ? [] : [`  ${mark}`]), '</div>'];
    switch (row.kind) {
      case 'flag':
        return [
          `<div class="messaging-field messaging-switch" ${place}>`,
          `  <input type="checkbox" id="${id}"${describedBy(id, help)} />`,
          `  <label for="${id}" ${label}></label>`,
          ...end,
        ];
      case 'boxes':
        return [
          `<div class="messaging-field" role="group" aria-labelledby="${id}-label" ${place}>`,
          `  <span class="messaging-label" ${label}></span>`,
          '  <div class="messaging-control">',
          ...row.options.map(
            (word) =>
              `    <label class="messaging-box"><input type="checkbox" value="${word}" /> <span ${this.text(`option.${key}.${word}`, row.shared)}></span></label>`,
          ),
          '  </div>',
          ...end,
        ];
      default:
        return [
          `<div class="messaging-field" ${place}>`,
          `  <label for="${id}" ${label}></label>`,
          `  <div class="messaging-control">${this.control(id, key, row, describedBy(id, help))}</div>`,
          ...end,
        ];
    }
  }

  /** The mark that shows and hides a help, and the help; nothing without a text. The editor makes the same for its forms (editor/help.ts). */
  private helpOn(id: string, key: string, shared: boolean | undefined): { mark: string; help: string[] } {
    const text = `help.${key}`;
    if (!this.keys.has(this.keyOf(text, shared))) return { mark: '', help: [] };
    const texts = [`[title]${this.i18n(text, shared)}`, `[aria-label]${EDITOR_CATALOG}form.help`].join(';');
    const mark = `<button type="button" class="messaging-info" id="${id}-info" data-i18n="${texts}" aria-labelledby="${id}-info ${id}-label" aria-expanded="false" aria-controls="${id}-help"><i class="fa fa-info-circle" aria-hidden="true"></i></button>`;
    return {
      mark,
      help: [`<div class="messaging-help" id="${id}-help" hidden ${this.text(text, shared)}></div>`],
    };
  }

  private control(id: string, key: string, row: ControlField, help: string): string {
    const placeholder = `placeholder.${key}`;
    const isThere = this.keys.has(this.keyOf(placeholder, row.shared));
    const attributes = `id="${id}"${help}${isThere ? ` ${this.text(placeholder, row.shared, '[placeholder]')}` : ''}`;
    switch (row.kind) {
      case 'choice': {
        const options = row.options.map((value) =>
          option(value, this.text(`option.${key}.${value || 'none'}`, row.shared)),
        );
        return `<select ${attributes}>${options.join('')}</select>`;
      }
      case 'number': {
        const usual = typeof row.blank === 'number' ? ` placeholder="${row.blank}"` : '';
        const input = `<input type="text" inputmode="${row.whole === true ? 'numeric' : 'decimal'}" ${attributes}${usual} />`;
        if (row.unit === undefined) return input;
        return `<div class="messaging-duration">${input}<span ${editorText(`unit.${row.unit}`)}></span></div>`;
      }
      case 'duration': {
        const units = Object.keys(UNITS).map((unit) => option(unit, editorText(`unit.${unit}`)));
        const unit = `<select id="${unitOf(id)}" ${editorText('unitOfTime', '[aria-label]')}>${units.join('')}</select>`;
        return `<div class="messaging-duration"><input type="text" inputmode="decimal" ${attributes} />${unit}</div>`;
      }
      case 'credential':
        return `<input type="${row.secret ? 'password' : 'text'}" autocomplete="off" ${attributes} />`;
      case 'account':
        return `<input type="text" ${attributes} />`;
      case 'text':
        return textControl(row.control, attributes);
    }
  }

  private keyOf(key: string, shared: boolean | undefined): string {
    return `${shared === true ? 'editor' : this.description.type}.${key}`;
  }

  /** Node-RED looks for a text in the catalog of the node, unless its key names another one. */
  private i18n(key: string, shared: boolean | undefined): string {
    return shared === true ? `${EDITOR_CATALOG}${key}` : this.keyOf(key, shared);
  }

  private text(key: string, shared: boolean | undefined, attribute = ''): string {
    return `data-i18n="${attribute}${this.i18n(key, shared)}"`;
  }
}

function describedBy(id: string, help: string[]): string {
  return ` aria-describedby="${help.length === 0 ? '' : `${id}-help `}${id}-problem"`;
}

function option(value: string, text: string): string {
  return `<option value="${value}" ${text}></option>`;
}

/** A text that all dialogs share. */
function editorText(key: string, attribute = ''): string {
  return `data-i18n="${attribute}${EDITOR_CATALOG}${key}"`;
}

type PlainField = Exclude<SettingField, { kind: 'form' | 'typed' }> | Extract<Row, { kind: 'credential' }>;
type ControlField = Exclude<PlainField, { kind: 'flag' | 'boxes' }>;

function textControl(control: 'area' | 'select' | 'path' | undefined, attributes: string): string {
  if (control === 'area') return `<textarea rows="3" ${attributes}></textarea>`;
  if (control === 'select') return `<select ${attributes}></select>`;
  return `<input type="text" ${attributes}${control === 'path' ? ' spellcheck="false"' : ''} />`;
}
