import { draftOf } from '../../editor/checks/draft';
import { askProblems } from '../../editor/checks/ask';
import { keyOf, typedIn } from './storedForm';

// The editor's own objects, which no test here needs.
jest.mock('../../editor/red', () => ({ accountOf: () => undefined }));

const [anna, bea] = ['+41791112233', '+41791112244'].map((address) => ({ type: 'Number', address }));
const group = { type: 'Group', address: 'On call' };

/** What the editor says about a question by WhatsApp. */
function keysOf(order: unknown, message: object): Array<string | undefined> {
  const content = typedIn({ text: 'Can you come?' });
  const node = { channel: 'Whatsapp', contentType: 'Text', content, ...Object(typedIn(message)) };
  const setting = { waitFor: 'any', words: '', answerBy: 'message', order };
  return askProblems({ ...node, ...setting }, draftOf(node).request).map(({ said }) => keyOf(said));
}

describe('a question', () => {
  it.each([
    ['one person', 'all', { toList: [anna] }, []],
    ['several in a node of an earlier version', undefined, { toList: [anna, bea] }, ['onePerson']],
    ['several', 'all', { toList: [anna, bea] }, ['onePerson']],
    ['several at once', 'first', { toList: [anna, bea] }, []],
    ['several in turn', 'inTurn', { toList: [anna, bea] }, []],
    ['a group in turn', 'inTurn', { toList: [anna, group] }, ['noAddressBook']],
    ['somebody later', 'all', { to: anna?.address, sendDate: '2031-01-01T08:00:00Z' }, []],
    [
      'several later',
      'inTurn',
      { toList: [anna, bea], sendDate: '2031-01-01T08:00:00Z' },
      ['noScheduledPeople'],
    ],
  ])('to %s', (_name, order, message, keys) => {
    expect(keysOf(order, message)).toEqual(keys);
  });
});
