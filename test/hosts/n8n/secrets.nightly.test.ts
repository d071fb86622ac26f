import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { printFigure } from '../../figures';
import { FAULTS } from '../../../sandbox/service/faults';
import { searchFor, startEcho } from '../secrets';
import { type Credential, withEditor } from './n8nServer';
import { type Bench, type InputItem, PASSWORD, startBench } from './messaging';

jest.setTimeout(300_000);

const right = { username: 'demo', password: PASSWORD };
const wrong = { username: 'demo', password: 'another wröng=secret/of it' };

let bench: Bench;
beforeAll(async () => {
  // As much as n8n can log.
  bench = await startBench({ ...withEditor, N8N_LOG_LEVEL: 'debug', CODE_ENABLE_STDOUT: 'true' });
});
afterAll(async () => {
  await bench?.stop();
});

const faulty = Object.values(FAULTS).flatMap((fault) => ('recipient' in fault ? [fault.recipient] : []));
const items = ['+41791234567', ...faulty].map((to): InputItem => ({
  json: { to },
  binary: { data: { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'a.pdf' } },
}));
const message = { from: 'Test', to: '={{ $json.to }}', text: 'Hello needle-4711' };
const operations = [
  message,
  { ...message, operation: 'sendBatch' },
  { operation: 'getStatus', messageId: 'none' },
  { operation: 'getBatchStatus', batchId: 'none' },
  { resource: 'media', operation: 'upload' },
  { resource: 'account', operation: 'getBalance' },
];

it('no password and no Authorization is in anything that n8n writes, stores, shows or exports', async () => {
  bench.sandbox.change({ slowAnswer: 100 });
  const credentials = await Promise.all(
    [
      right,
      wrong,
      { baseUrl: 'http://127.0.0.1:1' },
      { baseUrl: bench.sandbox.url.replace('http:', 'https:') },
      { baseUrl: 'http://messaging.example.com' },
    ].map((settings) => bench.newCredential(settings)),
  );
  const shown: unknown[] = [];
  let executions = 0;
  for (const credential of credentials) {
    const some = credential === credentials[0] ? items : items.slice(0, 1);
    for (const parameters of operations)
      for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
        const { id, workflowId } = await bench.run(parameters, some, { credential, onError });
        executions += 1;
        shown.push(await bench.n8n.call('GET', `/rest/executions/${id}`));
        shown.push(await bench.n8n.call('GET', `/rest/workflows/${workflowId}`));
      }
    shown.push(await bench.n8n.testCredential(credential));
    shown.push(await bench.n8n.call('GET', `/rest/credentials/${credential.id}?includeData=true`));
  }

  const search = searchFor(
    [right, wrong],
    { 'what the editor is shown': shown, 'the log': bench.n8n.logs() },
    bench.n8n.userFolder,
  );
  printFigure(
    `Secrets in n8n: searched ${search.places} places, ${search.bytes} bytes, after ${executions} executions`,
  );
  expect(search.found).toEqual([]);
});

it('what a service echoes of a request brings no secret into anything that n8n writes, stores or shows', async () => {
  const service = await startEcho(right);
  const shown: unknown[] = [];
  const credentials: Credential[] = [];
  const expectNothingFound = (places: Record<string, unknown>) =>
    expect(searchFor([right], places, bench.n8n.userFolder).found).toEqual([]);
  try {
    for (const baseUrl of service.urls) {
      const credential = await bench.newCredential({ ...right, baseUrl });
      credentials.push(credential);
      for (const parameters of operations)
        for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
          const { id } = await bench.run(parameters, items.slice(0, 1), { credential, onError });
          shown.push(await bench.n8n.call('GET', `/rest/executions/${id}`));
        }
    }
    expect(service.echoes).toBeGreaterThanOrEqual(60);
    expectNothingFound({ 'what the editor is shown': shown, 'the log': bench.n8n.logs() });
    // The answer to a test of a credential is n8n's alone, which writes it into its log where that is set to debug.
    for (const credential of credentials) shown.push(await bench.n8n.testCredential(credential));
  } finally {
    await service.close();
  }
  expectNothingFound({ 'what the editor is shown': shown });
});

it('the search reads the database, and finds a password where there is one', async () => {
  const { userFolder } = bench.n8n;
  await writeFile(path.join(userFolder, 'found.txt'), Buffer.from(`demo:${PASSWORD}`).toString('base64'));
  expect(searchFor([right], {}, userFolder).found).toEqual(['Authorization value in found.txt']);
  const { found } = searchFor([{ username: 'x', password: 'needle-4711' }], {}, userFolder);
  expect(found.some((place) => /^password in .*database\.sqlite/.test(place))).toBe(true);
});
