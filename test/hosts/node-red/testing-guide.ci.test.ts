import { dirname } from 'node:path';

import { runExample } from '../guideExample';
import { nodeForNodeRed, nodeRedPackage, nodeRedProgram } from './host';

it('the example of the guide tests a flow in Node-RED', async () => {
  const packages = {
    'node-red': dirname(nodeRedProgram),
    '@messaging-service/node-red-messaging-service': nodeRedPackage,
  };
  const { code, output } = await runExample('node-red.test.mjs', packages, { execPath: nodeForNodeRed() });
  expect(output).toContain('who writes HELP gets the help');
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/(#|ℹ) pass 3\b/) });
});
