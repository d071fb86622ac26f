// Writes docs/fields.md, the reference of all fields in the editors, from the contract. With --check, it writes nothing and fails if the
// file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { forms } from './forms.mjs';

const root = path.join(import.meta.dirname, '..');
const file = path.join(root, 'docs', 'fields.md');

const cell = (text) => text.replaceAll('|', '\\|');

function rows(fields, prefix) {
  return fields.flatMap((field) => {
    const name = `${prefix}${field.wireName ?? field.name}${field.kind === 'list' ? '[]' : ''}`;
    return [
      `| \`${name}\` | ${cell(field.label)} | ${field.required ? 'yes' : ''} | ${cell(field.help)}${choices(field)} |`,
      ...nested(field, `${name}.`),
    ];
  });
}

function choices(field) {
  return field.kind === 'choice'
    ? ` One of ${field.options.map(({ value }) => `\`${value}\``).join(', ')}.`
    : '';
}

function nested(field, prefix) {
  const shape = field.kind === 'list' ? field.entry : field;
  if (shape.fields !== undefined) return rows(shape.fields, prefix);
  return (shape.variants ?? []).flatMap((variant) => [
    `| \`${prefix}type\` = \`${variant.value}\` | | | |`,
    ...rows(variant.fields, prefix),
  ]);
}

function table(title, fields, prefix = '') {
  return [
    `## ${title}`,
    '',
    '| Field | On the form | Required | |',
    '|---|---|---|---|',
    ...rows(fields, prefix),
    '',
  ];
}

const text = [
  '# Fields',
  '',
  'Every field of a message, made from `core/contract` by `npm run docs:fields`. The names are those of the service.',
  '',
  ...table('Message', forms.message.fields),
  ...forms.contents.flatMap((variant) => table(`Content: ${variant.label}`, variant.fields, 'content.')),
  ...table('SMS options', forms.smsOptions.fields, 'content.options.'),
  ...table('Notification', forms.notification.fields, 'notification.'),
  '## Content by channel',
  '',
  ...Object.entries(forms.contentsOfChannel).map(([channel, types]) => `- ${channel}: ${types.join(', ')}`),
  '',
].join('\n');

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write('docs/fields.md is not what the contract says: run npm run docs:fields\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}
