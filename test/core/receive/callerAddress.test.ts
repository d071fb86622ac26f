import { callerAddress } from '../../../core/receive';

describe('the address of a caller behind proxies', () => {
  const cases: Array<
    [string, string | undefined, string | string[] | undefined, number, string | undefined]
  > = [
    ['one proxy', '10.0.0.1', '193.93.208.200', 1, '193.93.208.200'],
    ['one proxy, forged addresses before', '10.0.0.1', '1.1.1.1, 2.2.2.2, 203.0.113.9', 1, '203.0.113.9'],
    ['two proxies', '10.0.0.1', '193.93.208.200, 10.0.0.2', 2, '193.93.208.200'],
    [
      'two proxies, a forged address before',
      '10.0.0.1',
      '193.93.208.200, 203.0.113.9, 10.0.0.2',
      2,
      '203.0.113.9',
    ],
    ['the header several times', '10.0.0.1', ['1.1.1.1', '203.0.113.9, 10.0.0.2'], 2, '203.0.113.9'],
    ['blanks and empty entries', '10.0.0.1', ' , 203.0.113.9 ,, ', 1, '203.0.113.9'],
    ['IPv6', '::1', '2001:db8::1', 1, '2001:db8::1'],
    ['no header: called without the proxy', '203.0.113.9', undefined, 1, '203.0.113.9'],
    ['an empty header', '203.0.113.9', '', 1, '203.0.113.9'],
    [
      'something that is no address is not taken for another',
      '10.0.0.1',
      '193.93.208.200, unknown',
      1,
      'unknown',
    ],
    ['no socket any more', undefined, undefined, 1, undefined],
  ];

  it.each(cases)('%s', (_name, socket, forwarded, proxies, expected) => {
    expect(callerAddress(socket, forwarded, proxies)).toBe(expected);
  });
});
