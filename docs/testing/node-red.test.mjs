// A test of a Node-RED flow: a real Node-RED in this process, and the sandbox in place of the service. Run it with `node --test`.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, beforeEach, test } from 'node:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createSandbox } from '@messaging-service/sandbox';
import RED from 'node-red';

const PERSON = '+41795550111';
const nodes = path.dirname(
  createRequire(import.meta.url).resolve('@messaging-service/node-red-messaging-service/package.json'),
);
const server = createServer();
const userDir = mkdtempSync(path.join(tmpdir(), 'node-red-'));
let sandbox;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  sandbox = await createSandbox({ port: 0, inboundUrl: `${url}/api/webhooks/receivedmessage` });

  writeFlow();
  RED.init(server, {
    userDir,
    flowFile: 'flows.json',
    nodesDir: [nodes],
    httpAdminRoot: false,
    credentialSecret: false,
    logging: { console: { level: 'error' } },
  });
  server.on('request', RED.httpNode);
  const started = new Promise((resolve) => RED.events.once('flows:started', resolve));
  await RED.start();
  await started;
});
beforeEach(() => sandbox.reset());
after(async () => {
  await RED.stop();
  server.close();
  await sandbox.close();
  rmSync(userDir, { recursive: true });
});

/** Stores the flow as it was exported from the editor; only its account is another one. */
function writeFlow() {
  const flow = JSON.parse(readFileSync(new URL('node-red-flow.json', import.meta.url), 'utf8'));
  const account = flow.find(({ type }) => type === 'messaging-account');
  account.baseUrl = sandbox.url;
  // The sandbox calls from this machine: an account that does not allow it answers 403.
  account.allowedCallers = '127.0.0.1, ::1';
  const { user: username, password } = sandbox.credentials;
  writeFileSync(path.join(userDir, 'flows.json'), JSON.stringify(flow));
  writeFileSync(
    path.join(userDir, 'flows_cred.json'),
    JSON.stringify({ [account.id]: { username, password } }),
  );
}

test('who writes HELP gets the help', async () => {
  await sandbox.write(PERSON, 'HELP');
  const answer = await sandbox.waitForMessage({ to: PERSON });
  assert.equal(answer.text, 'Write OPEN for our opening hours.');
});

test('who writes OPEN gets the opening hours, even if the service is unavailable once', async () => {
  sandbox.fault('unavailable-retry');
  await sandbox.write(PERSON, 'open');
  await sandbox.waitForMessage({ to: PERSON, text: /from 8 to 17/ });
});

test('anything else gets no answer', async () => {
  await sandbox.write(PERSON, 'Thank you');
  await assert.rejects(sandbox.waitForMessage({ to: PERSON }, { timeout: '1 second' }), /No message/);
});
