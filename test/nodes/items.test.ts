import { parametersOf } from '../../nodes/parameters';

describe('the parameters of an item', () => {
  const entered = {
    text: 'Hello',
    to: '={{ $json.to }}',
    options: { timeout: 5 },
    rows: { entry: [{ title: 'A' }, { title: '={{ $json.title }}' }] },
  };

  /** A node of n8n that notes how often it is asked; the value is made of name and item. */
  function node() {
    const asked: string[] = [];
    return {
      asked,
      getNode: () => ({ parameters: entered }),
      evaluateExpression: () => undefined,
      getNodeParameter(name: string, itemIndex: number) {
        asked.push(`${name} ${itemIndex}`);
        return `${name} of ${itemIndex}`;
      },
    };
  }

  it('without an expression are read once for all items', () => {
    const context = node();
    const of = parametersOf(context);
    const read = [0, 1, 2].map((item) => [of(item)('text'), of(item)('options.timeout')]);

    expect(read).toEqual(Array.from({ length: 3 }, () => ['text of 0', 'options.timeout of 0']));
    expect(context.asked).toEqual(['text 0', 'options.timeout 0']);
  });

  it.each(['to', 'rows', 'rows.entry'])('with an expression are read for each item: %s', (name) => {
    const of = parametersOf(node());

    expect([0, 1].map((item) => of(item)(name))).toEqual([`${name} of 0`, `${name} of 1`]);
  });
});
