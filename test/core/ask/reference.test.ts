import { optionsIn } from '../../../core/ask/options';
import { newReference, splitReference, withoutReference, withReference } from '../../../core/ask/reference';

const reference = 'AbCdEfGhIjKlMn-_';
const buttons = (...ids: string[]) => ({
  type: 'Interactive',
  body: { text: 'Will you come?' },
  action: { type: 'Button', buttons: ids.map((id) => ({ type: 'Reply', id, title: `Title of ${id}` })) },
});
const list = (id: string) => ({
  type: 'Interactive',
  action: { type: 'List', button: 'Choose', sections: [{ title: null, rows: [{ id, title: 'Nine' }] }] },
});
const template = (payload: string) => ({
  type: 'Template',
  components: [
    { type: 'Body', parameters: [{ type: 'Text', text: 'Anna' }] },
    { type: 'QuickReplyButton', index: 0, parameters: [{ type: 'Payload', payload }] },
  ],
});

it('is different for each question and has 16 characters', () => {
  const many = Array.from({ length: 1000 }, newReference);
  expect(new Set(many).size).toBe(1000);
  expect(many.filter((each) => !/^[\w-]{16}$/.test(each))).toEqual([]);
});

it.each([
  ['buttons', buttons('yes', 'no')],
  ['rows', list('9')],
  ['payloads of a template', template('confirm')],
])('goes behind the values of %s and comes off again', (_name, content) => {
  const before = optionsIn(content);
  const marked = withReference(content, reference);
  expect(before.length).toBeGreaterThan(0);
  expect(optionsIn(marked).map(({ value }) => splitReference(value))).toEqual(
    before.map(({ value }) => ({ value, reference })),
  );
  expect(optionsIn(content)).toEqual(before);
});

it.each([
  [
    'buttons',
    buttons('y'.repeat(236)),
    'content.action.buttons[0].id: at most 235 characters in a question, got 236',
  ],
  [
    'rows',
    list('9'.repeat(180)),
    'content.action.sections[0].rows[0].id: at most 179 characters in a question, got 180',
  ],
])('leaves no room for longer values of %s', (_name, content, message) => {
  expect(() => withReference(content, reference)).toThrow(message);
});

it.each(['', 'yes', '~ask.', 'yes~ask.short', `yes~ask.${reference}x`, 'a~ask.b c d e f g h i j'])(
  'is not seen in %j',
  (id) => expect(splitReference(id)).toEqual({ value: id, reference: undefined }),
);

it('keeps line breaks and a mark within the own value', () => {
  const value = 'a\nb~ask.c';
  expect(splitReference(`${value}~ask.${reference}`)).toEqual({ value, reference });
});

it.each([
  undefined,
  null,
  7,
  'text',
  {},
  { type: 'Text', text: 'Hi' },
  { type: 'Interactive' },
  { type: 'Interactive', action: { buttons: [null, { id: 7 }] } },
])('leaves %j to the contract', (content) => expect(withReference(content, reference)).toEqual(content));

it('leaves an empty value to the contract', () => {
  expect(withReference(buttons(''), reference)).toEqual(buttons(''));
});

it('fits behind a value that leaves just room for it', () => {
  const value = 'y'.repeat(235);
  expect(optionsIn(withReference(buttons(value), reference))).toMatchObject([
    { value: `${value}~ask.${reference}` },
  ]);
});

it('is refused by the label of its field on the form', () => {
  const content = buttons('y'.repeat(236));
  const labelOf = (path: readonly unknown[], request: unknown) =>
    JSON.stringify(request) === JSON.stringify({ content }) ? `Button 1 (${path.at(-1)})` : undefined;
  expect(() => withReference(content, reference, labelOf)).toThrow('Button 1 (id): at most 235 characters');
});

describe('an inbound message', () => {
  const inbound = { event: 'inbound', channel: 'Whatsapp', from: '+41791112233', raw: { id: 'x' } } as const;

  it('has the own value of what was tapped', () => {
    const choice = { kind: 'button', id: `yes~ask.${reference}`, title: 'Yes' } as const;
    expect(withoutReference({ ...inbound, choice })).toEqual({
      ...inbound,
      choice: { ...choice, id: 'yes' },
    });
  });

  it('stays as it is without a tap, or with one that has no id', () => {
    const titled = { ...inbound, choice: { kind: 'button', title: 'Yes' } } as const;
    expect([inbound, titled].map(withoutReference)).toEqual([inbound, titled]);
  });
});
