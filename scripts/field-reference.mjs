// Writes docs/fields.md, the reference of all fields of a message, from the contract.
import { forms } from './forms.mjs';
import { page } from './reference.mjs';

const plain = (text) => text.toLowerCase().replace(/[^a-z]/g, '');
const code = (values) => values.map((value) => `\`${value}\``).join(', ');

/** The name of a field, whether it is required, and its label where it is another one. */
function title(field) {
  const { name } = field;
  const label = plain(field.label) === plain(name) ? [] : [`*${field.label}*`];
  const notes = [...label, ...(field.required ? ['required'] : [])];
  const brackets = field.kind === 'list' ? '[]' : '';
  return `\`${name}${brackets}\`${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

/** Fields without a limit, a choice or fields of their own need no more than their names. */
const needsOnlyItsName = (field) =>
  field.kind !== 'choice' && childrenOf(field) === undefined && !/\d/.test(field.help);

function childrenOf(field) {
  const shape = field.kind === 'list' ? field.entry : field;
  return shape.fields !== undefined || shape.variants !== undefined ? shape : undefined;
}

function entries(field, indent = '') {
  const choices = field.kind === 'choice' ? ` One of ${code(field.options.map(({ value }) => value))}.` : '';
  const shape = childrenOf(field);
  const fixed = Object.entries(shape?.fixed ?? {}).map(
    ([name, value]) => ` Its \`${name}\` is \`${value}\`.`,
  );
  const own = `${indent}- ${title(field)}: ${field.help}${choices}${fixed.join('')}`;
  if (shape === undefined) return [own];
  const { fields } = shape;
  if (fields?.every(needsOnlyItsName)) return [`${own} Its fields: ${fields.map(title).join(', ')}.`];
  return [own, ...inside(shape, `${indent}  `)];
}

/** What is in an object. If it can be of several types: what all of them have, and then what each has, those with the same fields together. */
function inside({ fields, variants = [] }, indent) {
  if (fields !== undefined) return fields.flatMap((field) => entries(field, indent));
  const text = (field) => JSON.stringify(field);
  const isShared = (field) =>
    variants.every((variant) => variant.fields.some((each) => text(each) === text(field)));
  const shared = variants[0].fields.filter(isShared);
  const groups = new Map();
  for (const { value, fields: all } of variants) {
    const own = all.filter((field) => !isShared(field));
    groups.set(text(own), { own, values: [...(groups.get(text(own))?.values ?? []), value] });
  }
  return [
    ...[...groups.values()].flatMap(({ own, values }) => {
      const line = `${indent}- \`type\` ${code(values)}`;
      if (own.length === 0) return [line];
      if (own.every(needsOnlyItsName)) return [`${line}: ${own.map(title).join(', ')}`];
      return [line, ...own.flatMap((field) => entries(field, `${indent}  `))];
    }),
    ...shared.flatMap((field) => entries(field, indent)),
  ];
}

const section = (heading, lines) => [`## ${heading}`, '', ...lines, ''];
const fieldsIn = (fields) => fields.flatMap((field) => entries(field));

/** Contents that are a file have the same fields, so they are described once. */
const isFile = ({ fields }) => fields.some(({ name }) => name === 'mediaId');
const files = forms.contents.filter(isFile);
const fileFields = new Map(files.flatMap(({ fields }) => fields.map((field) => [field.name, field])));
const only = (name) => {
  const having = files.filter(({ fields }) => fields.some((field) => field.name === name));
  return having.length === files.length ? '' : ` Only ${having.map(({ value }) => value).join(', ')}.`;
};

page(
  'fields.md',
  [
    '# Fields',
    '',
    'Every field of a message: its name in requests, and its label on the forms where it differs. Made from `core/contract` by `npm run docs`.',
    '',
    ...section('Message', fieldsIn(forms.message.fields)),
    ...section('Content', [
      'In `content`, with its `type`:',
      '',
      ...Object.entries(forms.contentsOfChannel).map(
        ([channel, types]) => `- ${channel}: ${types.join(', ')}`,
      ),
    ]),
    ...section(files.map(({ label }) => label).join(', '), [
      ...[...fileFields.values()].map((field) => `${fieldsIn([field]).join('')}${only(field.name)}`),
    ]),
    ...forms.contents
      .filter((content) => !isFile(content))
      .flatMap(({ label, fields }) => section(label, fieldsIn(fields))),
    ...section('SMS options', [
      'In `content.options`, with the type `SmsContentOptions`:',
      '',
      ...fieldsIn(forms.smsOptions.fields),
    ]),
    ...section('Notification', ['In `notification`:', '', ...fieldsIn(forms.notification.fields)]),
  ]
    .slice(0, -1)
    .concat(''),
  'the contract',
);
