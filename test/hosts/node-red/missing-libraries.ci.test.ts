import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accountNode, sendNode, sink, tab } from './flows';
import { root } from './host';
import { makeUserFolder, NodeRed } from './nodeRedServer';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox?.close());

/** Node-RED with this package installed where none but some of its libraries are found. */
function startWith(libraries: string[]): Promise<NodeRed> {
  const userFolder = mkdtempSync(join(tmpdir(), 'node-red-'));
  const made = makeUserFolder();
  cpSync(made, userFolder, { recursive: true });
  rmSync(made, { recursive: true });
  for (const library of libraries) {
    const target = join(userFolder, 'node_modules', library);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(root, 'node_modules', library), target);
  }
  return NodeRed.start({ userFolder });
}

// As after an installation that was broken off.
test.each([
  ['axios', 'zod'],
  ['zod', 'axios'],
])(
  'without %s Node-RED starts, and a message is not sent and says what is missing',
  async (missing, other) => {
    const nodeRed = await startWith([other]);
    try {
      await nodeRed.deploy([tab, accountNode(sandbox.url), sendNode(), sink('out'), sink('failed')]);
      nodeRed.inject('send', { _msgid: 'first', payload: 'Hello', to: '+41791234567' });
      const { error } = await nodeRed.completion('first');
      expect(error).toMatchObject({ code: 'not_installed', outcome: 'not_sent' });
      expect(error?.message).toContain(`The library "${missing}" cannot be loaded`);
      expect(error?.message).toContain('Install this package again, and restart');
      expect(await nodeRed.statusLike('send', /cannot be loaded/)).toMatchObject({ fill: 'red' });
    } finally {
      await nodeRed.stop();
    }
  },
);
