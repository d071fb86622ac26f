import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tab } from '../../hosts/node-red/flows';
import { inboundNode, INBOUND_PATH, triggerFlow } from '../../hosts/node-red/webhooks';
import { Runtime } from '../runtime';

it('a trigger says that the service is refused where httpNodeAuth asks every caller for a login', async () => {
  const nodeRed = await Runtime.start({ httpNodeAuth: { user: 'me', pass: 'hash' } });
  try {
    await nodeRed.deploy(triggerFlow(inboundNode({})));
    expect(await nodeRed.statusLike('inbound', /^callers need a password$/)).toMatchObject({
      fill: 'yellow',
    });
    expect(nodeRed.logText).toContain(`gets 401 and nothing arrives at ${INBOUND_PATH}`);
  } finally {
    await nodeRed.stop();
  }
});

it('who may only read cannot remove the files of deleted accounts, which are told also where no node is ours', async () => {
  const userDir = mkdtempSync(join(tmpdir(), 'node-red-'));
  mkdirSync(join(userDir, 'messaging-service'));
  const header = JSON.stringify({ version: 1, file: 'old.jsonl' });
  writeFileSync(join(userDir, 'messaging-service', 'old.jsonl'), `${header}\n[["key send hash",1]]\n`);
  const nodeRed = await Runtime.start({
    userDir,
    adminAuth: { type: 'credentials', users: [], default: { permissions: 'read' } },
  });
  const ask = (method: string) => fetch(`${nodeRed.url}/admin/messaging-account/deleted`, { method });
  try {
    await nodeRed.deploy([tab]);
    expect((await ask('DELETE')).status).toBe(401);
    // Its key ends with the second start of the flows without its node, which this deploy may be.
    expect(await (await ask('GET')).json()).toMatchObject({ files: 1 });
  } finally {
    await nodeRed.stop();
    rmSync(userDir, { recursive: true });
  }
});
