import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readEvent } from '../../core/receive';
import { acceptedOutput, statusOutput } from '../../nodes/MessagingService/actions/message/output';
import { axiosTransport } from '../../node-red/service/axiosTransport';
import { checked, JudgingClient, sms } from '../core/client/server';
import { quietSandbox } from '../sandbox/support';

const root = join(__dirname, '..', '..');
const docs = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

test('the references are what the code says', () => {
  const script = join(root, 'scripts', 'references.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/** The fields that docs/outputs.md has below a heading. */
function documented(heading: string): string[] {
  const [, section = ''] = docs('outputs.md').split(`\n## ${heading}\n`);
  const [list = ''] = section.split(/\n##/);
  return [...list.matchAll(/^- (`.+?): /gm)]
    .flatMap(([, names = '']) => [...names.matchAll(/`(\w+)/g)])
    .map(([, name = '']) => name);
}

test('docs/outputs.md has every field that comes out', async () => {
  const sandbox = await quietSandbox();
  try {
    const client = new JudgingClient({
      account: { baseUrl: sandbox.url, version: 2, versionIn: 'path' },
      transport: axiosTransport({ username: 'demo', password: 'demo' }),
    });
    const sent = await client.send(sms);
    const [batched] = await client.sendBatch(await checked(sms));
    const status = await client.messageStatus(sent.messageId ?? '');
    const inbound = { from: '+41791234567', to: '+41790000000', text: 'Yes please', messageId: 'm1' };
    const outputs: Record<string, object> = {
      Message: {
        ...sent,
        ...acceptedOutput({ ...sent, mediaIds: ['f1'] }),
        ...batched,
      },
      Balance: await client.balance(),
      Upload: await client.uploadMedia({
        fileName: 'a.txt',
        mimeType: 'text/plain',
        bytes: Buffer.from('a'),
      }),
      Events: readEvent('inbound', { body: inbound }),
      Status: {
        ...status,
        ...statusOutput(status),
        ...readEvent('status', { messageId: 'm1', status: 'Delivered', recipient: '+41791234567' }),
      },
    };
    const missing = Object.entries(outputs).flatMap(([heading, output]) => {
      const fields = documented(heading);
      return Object.keys(output).flatMap((name) => (fields.includes(name) ? [] : [`${heading}: ${name}`]));
    });
    expect(missing).toEqual([]);
  } finally {
    await sandbox.close();
  }
});
