import { parametersOf } from '../../nodes/parameters';

it('a parameter without an expression is read once for all items', () => {
  const asked: string[] = [];
  const node = Object({
    getNode: () => ({ parameters: { text: 'Hello', options: { timeout: 5 } } }),
    evaluateExpression: () => undefined,
    getNodeParameter(name: string, itemIndex: number) {
      asked.push(`${name} ${itemIndex}`);
      return name;
    },
  });
  const of = parametersOf(node);
  const read = [0, 1, 2].map((item) => [of(item)('text'), of(item)('options.timeout')]);
  expect(read).toEqual(Array(3).fill(['text', 'options.timeout']));
  expect(asked).toEqual(['text 0', 'options.timeout 0']);
});
