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

/** @param catalog locales/en-US/<type>.json, which says which rows have help or a placeholder */
export function nodeRedHtml(description: Description, catalog: unknown): string {
  return `<script type="module" src="resources/@messaging-service/node-red-messaging-service/editor/index.js"></script>

<script type="text/html" data-template-name="${description.type}">
${dialog(description, keysOf(catalog))}
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
    'oneditresize: function (size) { MessagingEditor.resize(size); }',
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

function dialog(description: Description, keys: readonly string[]): string {
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
    private readonly keys: readonly string[],
  ) {
    this.prefix = description.ports === undefined ? 'node-config-input-' : 'node-input-';
  }

  /** A section, in the place of its first row; empty for a later row. */
  sectionStartingWith(first: string, section: string): string[] {
    const rows = Object.entries(this.description.rows).filter(([, row]) => row.section === section);
    if (rows[0]?.[0] !== first) return [];
    const help = this.has(`help.${section}`)
      ? [`<div class="messaging-help" ${this.text(`help.${section}`)}></div>`]
      : [];
    const lines = indented([...help, ...rows.flatMap(([name, row]) => this.row(name, row))]);
    const title = this.text(`section.${section}`);
    const id = `id="messaging-section-${section}"`;
    return this.description.folded?.includes(section) === true
      ? [`<details class="messaging-fold" ${id}>`, `  <summary ${title}></summary>`, ...lines, '</details>']
      : [
          `<fieldset class="messaging-part" ${id}>`,
          `  <legend><span ${title}></span></legend>`,
          ...lines,
          '</fieldset>',
        ];
  }

  row(name: string, row: Row): string[] {
    const id = `${this.prefix}${name}`;
    switch (row.kind) {
      case 'place':
        return [`<div id="messaging-${name}"></div>`];
      case 'note':
        return [
          `<div class="messaging-tip${row.warning === true ? ' messaging-warning" role="status' : ''}" id="${id}-row" ${row.shared === true ? editorText(row.key) : this.text(row.key)}></div>`,
        ];
      case 'own':
      case 'leaf':
        return row.withoutRow === true ? [] : [`<div id="messaging-${name}"></div>`];
      default:
        return row.withoutRow === true ? [] : this.field(id, name, row);
    }
  }

  private field(id: string, name: string, row: PlainField): string[] {
    const key = row.text ?? name;
    const help = this.has(`help.${key}`) ? ` aria-describedby="${id}-help"` : '';
    const below =
      help === ''
        ? []
        : [
            `  <div class="messaging-below-control"><div class="messaging-help" id="${id}-help" ${this.text(`help.${key}`)}></div></div>`,
          ];
    const label = `  <label for="${id}" ${this.text(`label.${key}`)}></label>`;
    return row.kind === 'flag'
      ? [
          `<div class="messaging-field messaging-switch" id="${id}-row">`,
          `  <input type="checkbox" id="${id}"${help} />`,
          label,
          ...below,
          '</div>',
        ]
      : [
          `<div class="messaging-field" id="${id}-row">`,
          label,
          `  <div class="messaging-control">${this.control(id, key, row, help)}</div>`,
          ...below,
          '</div>',
        ];
  }

  private control(id: string, key: string, row: Exclude<PlainField, { kind: 'flag' }>, help: string): string {
    const placeholder = this.has(`placeholder.${key}`)
      ? ` ${this.text(`placeholder.${key}`, 'placeholder')}`
      : '';
    const attributes = `id="${id}"${help}${placeholder}`;
    switch (row.kind) {
      case 'choice':
        return `<select ${attributes}>${this.options(key, row.options)}</select>`;
      case 'number': {
        const usual = typeof row.blank === 'number' ? ` placeholder="${row.blank}"` : '';
        const input = `<input type="text" inputmode="${row.whole === true ? 'numeric' : 'decimal'}" ${attributes}${usual} />`;
        if (row.unit === undefined) return input;
        return `<div class="messaging-duration">${input}<span ${editorText(`unit.${row.unit}`)}></span></div>`;
      }
      case 'duration': {
        const units = Object.keys(UNITS).map((unit) => option(unit, editorText(`unit.${unit}`)));
        const unit = `<select id="${unitOf(id)}" ${editorText('unitOfTime', 'aria-label')}>${units.join('')}</select>`;
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

  private options(key: string, values: readonly string[]): string {
    return values.map((value) => option(value, this.text(`option.${key}.${value}`))).join('');
  }

  private has(key: string): boolean {
    return this.keys.includes(`${this.description.type}.${key}`);
  }

  private text(key: string, attribute?: string): string {
    return `data-i18n="${attribute === undefined ? '' : `[${attribute}]`}${this.description.type}.${key}"`;
  }
}

function option(value: string, text: string): string {
  return `<option value="${value}" ${text}></option>`;
}

/** A text that all dialogs share. */
function editorText(key: string, attribute?: string): string {
  return `data-i18n="${attribute === undefined ? '' : `[${attribute}]`}${EDITOR_CATALOG}${key}"`;
}

type PlainField = Exclude<SettingField, { kind: 'own' | 'leaf' }> | Extract<Row, { kind: 'credential' }>;

function textControl(control: 'area' | 'select' | 'path' | undefined, attributes: string): string {
  if (control === 'area') return `<textarea rows="3" ${attributes}></textarea>`;
  if (control === 'select') return `<select ${attributes}></select>`;
  return `<input type="text" ${attributes}${control === 'path' ? ' spellcheck="false"' : ''} />`;
}
