import { asSpecified, forms, messagesOfBatch } from '../../../core/forms';
import { contentCases } from '../../nodes/contentCases';
import { problemsInContract, sms } from '../contract/requests';

/** A value with all field names changed and all values unchanged. */
function respelled(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => respelled(entry, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [spell(name), respelled(inner, spell)]),
  );
}

const spellings: Array<[string, (name: string) => string]> = [
  ['capitals', (name) => name.toUpperCase()],
  ['small letters', (name) => name.toLowerCase()],
  ['a capital at the beginning', (name) => name.charAt(0).toUpperCase() + name.slice(1)],
];

describe('field names in any spelling become those of the specification', () => {
  test.each(spellings)('in %s, for every kind of request', (_name, spell) => {
    for (const { request } of contentCases) {
      expect(asSpecified(Object(respelled(request, spell)))).toEqual(request);
    }
  });

  test('no two fields of the contract differ in case only', () => {
    const lower = forms.fieldNames.map((name) => name.toLowerCase());
    expect(new Set(lower).size).toBe(lower.length);
  });

  test('the values stay as they are, and so does the object that came', () => {
    const bytes = Buffer.from('TEXT');
    const request = { Channel: 'sms', Content: { Type: 'TEXT', Text: bytes }, Extra: { Anything: 1 } };
    const before = structuredClone({ ...request, Content: { ...request.Content, Text: undefined } });
    const specified = asSpecified(request);
    expect(specified).toEqual({
      channel: 'sms',
      content: { type: 'TEXT', text: bytes },
      Extra: { Anything: 1 },
    });
    expect(Object(specified['content']).text).toBe(bytes);
    expect({ ...request, Content: { ...request.Content, Text: undefined } }).toEqual(before);
  });

  test.each([
    [{ to: 'a', TO: 'b' }, 'TO: is given twice: also as to'],
    [{ TO: 'b', To: 'a', to: undefined }, 'TO: must be spelled to'],
    [{ TO: '+41791234567', To: 'a' }, 'To: is given twice: also as to'],
  ])('a name that is there twice is not lost: %j', (fields, problem) => {
    const { to, ...rest } = sms();
    expect(to).toBeDefined();
    expect(problemsInContract(asSpecified({ ...rest, ...fields }))).toContain(problem);
  });

  test('an object that contains itself comes to an end', () => {
    const circular: Record<string, unknown> = { Channel: 'Sms' };
    circular['content'] = [circular, circular];
    circular['to'] = circular;
    expect(asSpecified(circular)).toMatchObject({ channel: 'Sms' });
  });

  test('__proto__ is a field like any other', () => {
    const specified = asSpecified(JSON.parse('{"__proto__":{"to":"a"}}'));
    expect(Object.keys(specified)).toEqual(['__proto__']);
    expect(specified['to']).toBeUndefined();
  });
});

describe('a list of messages as the specification writes it', () => {
  const notification = { addresses: [{ type: 'Email', address: 'anna@example.com' }] };

  test('gives its messages, each with the notification of the list', () => {
    const list = {
      Messages: [sms(), sms({ TO: '+41795550112', to: undefined })],
      NOTIFICATION: notification,
    };
    const messages = messagesOfBatch(list);
    expect(messages).toEqual([
      { ...sms(), notification },
      { ...sms(), to: undefined, TO: '+41795550112', notification },
    ]);
  });

  test('gives its messages as they are without one', () => {
    const list = { messages: [sms(), 'none'] };
    expect(messagesOfBatch(list)).toEqual(list.messages);
    expect(() => messagesOfBatch({ messages: [] })).toThrow('messages: at least one message is required');
  });

  test.each([[sms()], [[sms()]], [{ messages: 'x' }], ['messages'], [null], [undefined], [Buffer.from('a')]])(
    'is not %j',
    (value) => {
      expect(messagesOfBatch(value)).toBeUndefined();
    },
  );

  test('with other fields is refused, as they would be lost', () => {
    expect(() => messagesOfBatch({ messages: [sms()], channel: 'Sms' })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        fact: 'channel: is not a field here; the fields are messages, notification',
      }),
    );
  });
});
