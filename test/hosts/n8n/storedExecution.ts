import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';
import { hostFolder, hostNode } from './host';
import type { N8nServer } from './n8nServer';

const run = promisify(execFile);

/** What n8n's database has of an execution, as text in JSON. */
const stored = z.object({ data: z.string(), workflowData: z.string() });
export type StoredExecution = z.infer<typeof stored>;

const READ = 'SELECT data, workflowData FROM execution_data WHERE executionId = ?';
const WRITE = 'UPDATE execution_data SET data = ?, workflowData = ? WHERE executionId = ?';

export async function readStored(n8n: N8nServer, id: string): Promise<StoredExecution> {
  return stored.parse(await inDatabase(n8n, READ, [id]));
}

/** Puts another state into an execution that waits; n8n reads it when the execution goes on. */
export async function writeStored(n8n: N8nServer, id: string, { data, workflowData }: StoredExecution) {
  await inDatabase(n8n, WRITE, [data, workflowData, id]);
}

async function inDatabase({ userFolder }: N8nServer, sql: string, values: string[]): Promise<unknown> {
  const program = `
    const { Database } = require(process.argv[1]);
    const database = new Database(process.argv[2]);
    database.configure('busyTimeout', 10000);
    database.get(process.argv[3], JSON.parse(process.argv[4]), (error, row) => {
      if (error) throw error;
      console.log(JSON.stringify(row ?? null));
    });`;
  const sqlite = path.join(hostFolder, 'node_modules', 'sqlite3');
  const file = path.join(userFolder, '.n8n', 'database.sqlite');
  const { stdout } = await run(hostNode(), ['-e', program, sqlite, file, sql, JSON.stringify(values)]);
  return JSON.parse(stdout);
}
