import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, sendNode, sink, tab } from './flows';
import { root } from './host';
import { NodeRed } from './nodeRedServer';

let sandbox: Sandbox;
let original: NodeRed;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  original = await NodeRed.start();
});
afterAll(async () => {
  await original?.stop();
  await sandbox?.close();
});

/** Node-RED with this package installed where none but some of its libraries are found, and perhaps an axios of another package. */
function startWith(libraries: string[], otherAxios?: string): Promise<NodeRed> {
  const userFolder = mkdtempSync(join(tmpdir(), 'node-red-'));
  cpSync(original.userFolder, userFolder, { recursive: true });
  for (const library of libraries) {
    const target = join(userFolder, 'node_modules', library);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(root, 'node_modules', library), target);
  }
  if (otherAxios !== undefined) {
    const folder = join(userFolder, 'node_modules', 'axios');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'axios', version: otherAxios }));
    const request = `class { request() { return Promise.resolve({ status: 200, headers: {}, data: '{"messageId":"1"}' }); } }`;
    writeFileSync(join(folder, 'index.js'), `exports.VERSION = '${otherAxios}'; exports.Axios = ${request};`);
  }
  return NodeRed.start({ userFolder });
}

// As after an installation that was broken off, or where another package brought an older axios.
test.each([
  ['without axios', ['zod'], undefined, 'The library "axios" cannot be loaded', /cannot be loaded/],
  ['without zod', ['axios'], undefined, 'The library "zod" cannot be loaded', /cannot be loaded/],
  [
    'with an older axios of another package',
    ['zod'],
    '1.6.8',
    '"axios" is too old: version 1.6.8',
    /too old/,
  ],
])(
  '%s Node-RED starts, and a message is not sent and says what is missing',
  async (_name, installed, otherAxios, message, status) => {
    const nodeRed = await startWith(installed, otherAxios);
    try {
      await nodeRed.deploy([tab, accountNode(sandbox.url), sendNode(), sink('out'), sink('failed')]);
      nodeRed.inject('send', { _msgid: 'first', payload: 'Hello', to: '+41791234567' });
      const { error } = await nodeRed.completion('first');
      expect(error).toMatchObject({ code: 'not_installed', outcome: 'not_sent' });
      expect(error?.message).toContain(message);
      expect(error?.message).toContain('Install this package again, and restart');
      expect(await nodeRed.statusLike('send', status)).toMatchObject({ fill: 'red' });
    } finally {
      await nodeRed.stop();
    }
  },
);
