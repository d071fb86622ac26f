import { dirname, join } from 'node:path';
import { freePort } from '../../network/listening';
import { runExample } from '../guideExample';
import { hostFolder, hostNode, n8nPackage } from './host';

it('the example of the guide tests a workflow in n8n', async () => {
  const packages = {
    n8n: join(hostFolder, 'node_modules', 'n8n'),
    '@messaging-service/n8n-nodes-messaging-service': n8nPackage,
  };
  const env = {
    PATH: `${dirname(hostNode())}:${process.env.PATH ?? ''}`,
    N8N_PORT: String(await freePort()),
    DB_PING_INTERVAL_SECONDS: '86400',
  };
  const { code, output } = await runExample('n8n.test.mjs', packages, { execPath: hostNode(), env });
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/(#|ℹ) pass 1\b/) });
});
