import { isAbout } from '../../../core/client';

const message = { messageId: 'm1', recipient: '+41791112233' };

it.each([
  ['names nothing', {}, message, true],
  ['names the message', { messageId: 'm1' }, message, true],
  ['names both', { messageId: 'm1', recipient: '0041 79 111 22 33' }, message, true],
  ['names a national number', { messageId: 'm1', recipient: '0791119999' }, message, true],
  ['names the number without its country code', { recipient: '+791112233' }, message, true],
  ['hides a part of the number', { recipient: '*****9999' }, message, true],
  ['is about a message of which nothing is known', { messageId: 'm2', recipient: '+41791119999' }, {}, true],
  ['names another message', { messageId: 'm2', recipient: '+41791112233' }, message, false],
  ['names another number', { messageId: 'm1', recipient: '+41791119999' }, message, false],
  ['names another number without +', { messageId: 'm1', recipient: '41791119999' }, message, false],
])('a report that %s', (_name, report, known, expected) => {
  expect(isAbout(report, known)).toBe(expected);
});
