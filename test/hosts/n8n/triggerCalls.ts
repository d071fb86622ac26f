import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { hostFolder, hostNode } from './host';
import { type Bench, type NodeSettings, TRIGGER } from './messaging';
import type { N8nServer } from './n8nServer';
import type { Workflow } from './workflow';

export interface Listening {
  workflow: Workflow;
  url: string;
}

/** Stores and activates a workflow that starts with the trigger. */
export async function listen(
  bench: Bench,
  parameters: object,
  settings: NodeSettings = {},
): Promise<Listening> {
  const { credential, ...rest } = settings;
  const workflow = await bench.n8n.createWorkflow({
    nodes: [
      {
        name: 'Trigger',
        type: TRIGGER,
        parameters: { ...parameters },
        ...(credential === undefined
          ? {}
          : { credentials: { messagingServiceApi: { id: credential.id, name: credential.name } } }),
        ...rest,
      },
    ],
  });
  await bench.n8n.activate(workflow);
  const { production } = await bench.n8n.webhookUrls(workflow);
  return { workflow, url: production };
}

/** A new inbound SMS. */
export const inbound = (more: object = {}) => ({
  messageId: crypto.randomUUID(),
  channel: 'Sms',
  from: '+41791234567',
  to: '+41795550100',
  content: { type: 'Text', text: 'Hello' },
  ...more,
});

/**
 * Locks n8n's SQLite database as another program does that writes for a long time: n8n can read, and fails when it has to write.
 * @returns a function that unlocks it
 */
export async function lockDatabase({ userFolder }: N8nServer): Promise<() => Promise<void>> {
  const program = `
    const { Database } = require(process.argv[1]);
    const database = new Database(process.argv[2], () => database.exec('BEGIN IMMEDIATE', (error) => {
      console.log(error ?? 'locked');
      process.stdin.once('data', () => database.exec('ROLLBACK', () => process.exit()));
    }));`;
  const sqlite = path.join(hostFolder, 'node_modules', 'sqlite3');
  const file = path.join(userFolder, '.n8n', 'database.sqlite');
  const locking = spawn(hostNode(), ['-e', program, sqlite, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = await once(locking.stdout, 'data');
  if (String(said).trim() !== 'locked') throw new Error(`The database was not locked: ${String(said)}`);
  return async () => {
    const ended = once(locking, 'exit');
    locking.stdin.write('unlock');
    await ended;
  };
}
