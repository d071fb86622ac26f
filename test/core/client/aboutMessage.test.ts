import { whyNotAbout } from '../../../core/client';

const message = { messageId: 'm1', recipient: '+41791112233' };

it.each([
  ['names nothing', {}],
  ['names the message', { messageId: 'm1' }],
  ['names the message and the person', { messageId: 'm1', recipient: '0041 79 111 22 33' }],
  ['names the person by a national number', { messageId: 'm1', recipient: '0791112233' }],
  ['hides a part of the number', { recipient: '*****2233' }],
])('a report that %s may be about the message', (_name, report) => {
  expect(whyNotAbout(report, message)).toBeUndefined();
});

it.each([
  ['another message', { messageId: 'm2', recipient: '+41791112233' }, /another message \(m2\)/],
  ['another person', { messageId: 'm1', recipient: '+41791119999' }, /another recipient \(\+41791119999\)/],
])('a report that names %s is not about the message', (_name, report, reason) => {
  expect(whyNotAbout(report, message)).toMatch(reason);
});

it('a report is about a message of which nothing is known', () => {
  expect(whyNotAbout({ messageId: 'm2', recipient: '+41791119999' }, {})).toBeUndefined();
});
