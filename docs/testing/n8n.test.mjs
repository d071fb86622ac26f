// A test of an n8n workflow: a real n8n, and the sandbox in place of the service. Run it with `node --test`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createSandbox } from '@messaging-service/sandbox';

const PERSON = '+41795550111';
const PACKAGE = '@messaging-service/n8n-nodes-messaging-service';
const { resolve } = createRequire(import.meta.url);
const program = path.join(path.dirname(resolve('n8n/package.json')), 'bin', 'n8n');
const workflow = fileURLToPath(new URL('n8n-workflow.json', import.meta.url));
const port = process.env.N8N_PORT ?? '5679';
const folder = mkdtempSync(path.join(tmpdir(), 'n8n-'));
const env = {
  ...process.env,
  N8N_USER_FOLDER: folder,
  N8N_PORT: port,
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_RUNNERS_BROKER_PORT: String(Number(port) - 1),
  N8N_DIAGNOSTICS_ENABLED: 'false',
  // n8n 3 loads packages that n8n has not verified only with this setting.
  N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
};
const n8n = (...command) => execFileSync(process.execPath, [program, ...command], { env, stdio: 'pipe' });
const trigger = `http://127.0.0.1:${port}/webhook/answers`;
let sandbox;
let server;

/**
 * Whether the trigger answers: `{}` to a call without content, which starts nothing, or 403 if this machine may not call. n8n itself answers 404
 * or a sentence, even for a moment after it says that it is ready.
 */
async function isTriggerReady() {
  const answer = await fetch(trigger, { method: 'POST' }).catch(() => undefined);
  return answer?.status === 403 || (await answer?.text()) === '{}';
}

before(async () => {
  // The trigger of the workflow has the path "answers", and "127.0.0.1, ::1" in More Allowed Callers: the sandbox calls from this machine.
  // Without that entry, its calls are refused with 403.
  sandbox = await createSandbox({ port: 0, inboundUrl: trigger });
  const installed = path.join(folder, '.n8n', 'nodes', 'node_modules', PACKAGE);
  mkdirSync(path.dirname(installed), { recursive: true });
  symlinkSync(path.dirname(resolve(`${PACKAGE}/package.json`)), installed);

  const { user: username, password } = sandbox.credentials;
  const data = { baseUrl: sandbox.url, username, password };
  const account = { id: 'sandboxAccount01', name: 'Sandbox', type: 'messagingServiceApi', data };
  writeFileSync(path.join(folder, 'account.json'), JSON.stringify([account]));
  n8n('import:credentials', `--input=${path.join(folder, 'account.json')}`);
  n8n('import:workflow', `--input=${workflow}`);
  n8n('publish:workflow', '--id=replyToAnswers01');
  server = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  server.stdout.on('data', (text) => (log += text));
  while (!(await isTriggerReady())) {
    assert.equal(server.exitCode ?? server.signalCode, null, `n8n ended: ${log}`);
    await setTimeout(200);
  }
});
beforeEach(() => sandbox.reset());
after(async () => {
  if (server?.exitCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

test('who writes gets an answer with what was written', async () => {
  await sandbox.write(PERSON, 'Tomorrow');
  const answer = await sandbox.waitForMessage({ to: PERSON });
  assert.equal(answer.text, 'Thank you. You wrote: Tomorrow');
});
