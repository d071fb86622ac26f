// Writes docs/fields.md, the reference of all fields in the editors, from the contract.
import { forms } from './forms.mjs';
import { cell, page } from './reference.mjs';

/** The fields of one object: first those that have only one value, which nobody fills in. */
function groupRows({ fields, fixed = {} }, prefix) {
  const constants = Object.entries(fixed).map(
    ([name, value]) => `| \`${prefix}${name}\` | | yes | Always \`${value}\`. |`,
  );
  return [...constants, ...fields.flatMap((field) => rows(field, prefix))];
}

function rows(field, prefix) {
  const name = `${prefix}${field.wireName ?? field.name}${field.kind === 'list' ? '[]' : ''}`;
  const row = `| \`${name}\` | ${cell(field.label)} | ${field.required ? 'yes' : ''} | ${cell(field.help)}${choices(field)} |`;
  const shape = field.kind === 'list' ? field.entry : field;
  const inside =
    shape.fields === undefined ? variantRows(shape.variants ?? [], `${name}.`) : groupRows(shape, `${name}.`);
  return [row, ...inside];
}

function choices(field) {
  return field.kind === 'choice'
    ? ` One of ${field.options.map(({ value }) => `\`${value}\``).join(', ')}.`
    : '';
}

/** What an object can be: what all variants have, and then what each of them has, those with the same fields together. */
function variantRows(variants, prefix) {
  const [first] = variants;
  if (first === undefined) return [];
  const has = (variant, field) =>
    variant.fields.some((each) => JSON.stringify(each) === JSON.stringify(field));
  const shared = first.fields.filter((field) => variants.every((variant) => has(variant, field)));
  const groups = new Map();
  for (const variant of variants) {
    const own = variant.fields.filter((field) => !shared.some((each) => has({ fields: [each] }, field)));
    const key = JSON.stringify(own);
    groups.set(key, { own, values: [...(groups.get(key)?.values ?? []), variant.value] });
  }
  const all = variants.map(({ value }) => `\`${value}\``).join(', ');
  return [
    `| \`${prefix}type\` | | yes | One of ${all}. |`,
    ...shared.flatMap((field) => rows(field, prefix)),
    ...[...groups.values()]
      .filter(({ own }) => own.length > 0)
      .flatMap(({ own, values }) => [
        `| If \`${prefix}type\` is ${values.map((value) => `\`${value}\``).join(', ')}: | | | |`,
        ...own.flatMap((field) => rows(field, prefix)),
      ]),
  ];
}

function table(title, group, prefix = '') {
  const head = [`## ${title}`, '', '| Field | On the form | Required | |', '|---|---|---|---|'];
  return [...head, ...groupRows(group, prefix), ''];
}

page(
  'fields.md',
  [
    '# Fields',
    '',
    'Every field of a message, made from `core/contract` by `npm run docs`. The names are those of the service.',
    '',
    ...table('Message', forms.message),
    ...forms.contents.flatMap(({ label, value, fields }) =>
      table(`Content: ${label}`, { fields, fixed: { type: value } }, 'content.'),
    ),
    ...table('SMS options', forms.smsOptions, 'content.options.'),
    ...table('Notification', forms.notification, 'notification.'),
    '## Content by channel',
    '',
    ...Object.entries(forms.contentsOfChannel).map(([channel, types]) => `- ${channel}: ${types.join(', ')}`),
    '',
  ],
  'the contract',
);
