import { typedChecks } from '../../editor/checks/settings';
import { rule } from '../../core/contract/sentences';
import { literal } from '../../editor/values';
import { say } from '../../node-red/errors/texts';
import { isConstant, textParts } from '../../node-red/settings/textFields';

it.each([
  ['str', 'orderId', true],
  ['str', '${ORDER}', true],
  ['num', '7', true],
  ['env', 'ORDER', true],
  ['str', 'order-{{payload.id}}', false],
  ['msg', 'orderId', false],
  ['flow', 'orderId', false],
  ['jsonata', '$.orderId', false],
])('a key of the type %s, %s, is a constant: %s', (t, v, refused) => {
  expect(isConstant({ t, v })).toBe(refused);
  const said = typedChecks['sendOncePer']?.({ t, v });
  expect(said).toEqual(refused ? say('sameKey', { got: v }) : undefined);
});

it.each([
  ['num', '1e3', undefined],
  ['str', '1000', undefined],
  ['msg', 'most', undefined],
  ['num', '0', rule('aboveZero', { got: '0' })],
  ['str', '1.000', rule('aboveZero', { got: '"1.000"' })],
])('a limit of the type %s, %s, is judged as the node does', (t, v, said) => {
  expect(typedChecks['mostPerRun']?.({ t, v })).toEqual(said);
});

it('a text with a value in it was not entered as a whole', () => {
  expect(literal({ t: 'str', v: 'Alarm: {{payload}}' })).toBeUndefined();
  expect(literal({ t: 'str', v: 'Alarm: {payload}' })).toBe('Alarm: {payload}');
});

it.each([
  ['{{a}}{{{b}}}{{& c }}', ['msg a', 'msg b', 'msg c']],
  [
    '{{flow.a.b}} {{global[file].a}} {{env.HOME}} {{msg.a}}',
    ['flow a.b', 'global #:(file)::a', 'env HOME', 'msg a'],
  ],
  ['{{flow}} {{flowers.x}} {{payload["a b"]}}', ['msg flow', 'msg flowers.x', 'msg payload["a b"]']],
  ['{{}} {{{a}}', ['msg ', 'msg a']],
])('the values in %s', (text, values) => {
  const fields = (textParts(text) ?? []).flatMap((part) =>
    typeof part === 'string' ? [] : [`${part.type} ${part.value}`],
  );
  expect(fields).toEqual(values);
});
