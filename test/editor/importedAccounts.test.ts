import { EventEmitter } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';

import { watchImportedAccounts } from '../../editor/importedAccounts';
import { red, type EditorNode } from '../../editor/red';

const mockEvents = new EventEmitter();
const mockNodes = new Map<string, EditorNode>();
jest.mock('../../editor/dom', () => ({ make: String }));
jest.mock('../../editor/red', () => ({
  translate: String,
  red: {
    get events() {
      return mockEvents;
    },
    settings: {},
    history: { list: () => [] },
    notify: () => undefined,
    view: { redraw: () => undefined },
    editor: { validateNode: () => true },
    nodes: {
      eachConfig: (visit: (node: EditorNode) => void) => mockNodes.forEach(visit),
      remove: (id: string) => mockNodes.delete(id),
    },
  },
}));
Object.assign(globalThis, { window: globalThis, $: { getJSON: async () => ({}) } });

const account = (id: string, baseUrl: string, settings: object = {}) => {
  mockNodes.set(id, { id, type: 'messaging-account', baseUrl, users: [], ...settings });
};

test.each([
  ['the account that is there', {}, 'mine'],
  ['no account that belongs to a subflow', { z: 'subflow' }, 'imported'],
])('an example that is imported uses %s, and can be undone', async (_name, settings, used) => {
  const user: EditorNode = { id: 'send', type: 'messaging-send', account: 'imported' };
  account('mine', 'https://example.com', settings);
  account('imported', 'http://127.0.0.1:8026', { users: [user] });
  const added = { nodes: ['imported', 'send'] };
  jest.spyOn(red.history, 'list').mockReturnValue([{ events: [added] }]);
  watchImportedAccounts();
  mockEvents.emit('flows:loaded');
  mockEvents.emit('nodes:add', mockNodes.get('imported'));
  await settled();
  expect(user['account']).toBe(used);
  // Node-RED's undo fails at an id that is not there.
  expect(added.nodes.filter((id) => id !== 'send')).toEqual(
    [...mockNodes.keys()].filter((id) => id !== 'mine'),
  );
  mockEvents.removeAllListeners();
});
