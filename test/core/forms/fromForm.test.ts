import { judgeMessage } from '../../../core/contract';
import { forms, fromForm } from '../../../core/forms';
import { whatsapp } from '../contract/requests';

const template = forms.contents.find(({ value }) => value === 'Template');
if (template === undefined) throw new Error('There is no form of a template.');

/** A template with an amount of money, as the form makes it. */
function contentWith(amount: object): Record<string, unknown> {
  const parameter = { type: 'Currency', code: 'CHF', fallbackValue: 'CHF 100.99', ...amount };
  return fromForm(template!, {
    namespace: 'ns',
    name: 'invoice',
    language: { code: 'de' },
    components: [{ type: 'Body', parameters: [parameter] }],
  });
}

const sent = (amount: object) =>
  expect.objectContaining({
    components: [{ type: 'Body', parameters: [expect.objectContaining(amount)] }],
  });

describe('an amount of money goes out multiplied by 1000, exactly', () => {
  test.each([
    ['100.99', 100990],
    ['100,99', 100990],
    ["1'000.50", 1000500],
    ['1’000,5', 1000500],
    ['1 000,50', 1000500],
    ['1\u00A0234\u00A0567.891', 1234567891],
    ['1,000.50', 1000500],
    ['1.000,50', 1000500],
    [' 12 ', 12000],
    ['0.001', 1],
    ['0,001', 1],
    ['1000,125', 1000125],
    ['12.5000', 12500],
    ['-5.25', -5250],
    ['2147483.647', 2147483647],
    [100.99, 100990],
    [1.005, 1005],
    [64.1, 64100],
    [0, 0],
  ])('%j as %d', (written, amount) => {
    const content = contentWith({ amount: written });
    expect(content).toEqual(sent({ amount }));
    expect(judgeMessage(whatsapp({ content })).ok).toBe(true);
  });

  test.each([
    '100.9999',
    '100,9999',
    "1'00.50",
    '1,000,50',
    '1.000.50',
    '2147483.648',
    'CHF 100.99',
    '.50',
    '5.',
    '1e3',
    '--1',
    'twelve',
    0.1 + 0.2,
    1e21,
    Number.NaN,
  ])('and %j is refused', (amount) => {
    const verdict = judgeMessage(whatsapp({ content: contentWith({ amount }) }));
    expect(verdict).toMatchObject({
      ok: false,
      findings: [
        {
          path: ['content', 'components', 0, 'parameters', 0, 'amount'],
          key: 'amount',
          values: { got: JSON.stringify(String(amount)) },
        },
      ],
    });
  });

  test.each([
    ['12.500', '12.5000', '12500'],
    ['-1,000', '-1.0000', '-1000'],
  ])('and %s, which can mean two, is refused', (amount, first, whole) => {
    const verdict = judgeMessage(whatsapp({ content: contentWith({ amount }) }));
    const values = { first, whole, got: JSON.stringify(amount) };
    expect(verdict).toMatchObject({ ok: false, findings: [{ key: 'numberReadings', values }] });
  });

  test('one that is empty is left out, so that it is asked for', () => {
    const verdict = judgeMessage(whatsapp({ content: contentWith({ amount: '' }) }));
    expect(verdict).toMatchObject({ ok: false, findings: [{ key: 'required' }] });
  });
});
