import { jsonCopy } from '../../node-red/outcome/jsonCopy';

test('what cannot be stored is left out and named, also what throws when it is read', () => {
  const msg = {
    payload: 'text',
    nothing: undefined,
    when: new Date(0),
    proxy: new Proxy(
      {},
      {
        getPrototypeOf() {
          throw new Error('hidden');
        },
      },
    ),
  };
  Object.defineProperty(msg, 'getter', {
    enumerable: true,
    get() {
      throw new Error('hidden');
    },
  });
  expect(jsonCopy(msg)).toEqual({ copy: { payload: 'text' }, lost: ['when', 'proxy', 'getter'] });
});
