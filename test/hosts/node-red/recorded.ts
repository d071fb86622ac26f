import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { NodeRed } from './nodeRedServer';

const PATIENCE_MS = 60_000;

/** Where the journal of an account is, the tests' own by default. */
export function journalPath({ userFolder }: Pick<NodeRed, 'userFolder'>, account = 'account'): string {
  return join(userFolder, 'messaging-service', `${account}.jsonl`);
}

/** What the journal of the account has, by name. */
export function recorded(nodeRed: Pick<NodeRed, 'userFolder'>, account?: string): Map<string, unknown> {
  const file = journalPath(nodeRed, account);
  const [, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const found = new Map<string, unknown>();
  for (const line of lines)
    for (const [name, value] of JSON.parse(line)) {
      if (value === undefined) found.delete(name);
      else found.set(name, value);
    }
  return found;
}

/** How far a message has come. */
function stageOf(state: unknown): unknown {
  const { tried = [] } = Object(state);
  return Object(tried.at(-1)).state === 'sending' ? 'sending' : 'waiting';
}

/** Waits until the journal has so many messages, or so many at a stage. */
export async function untilRecorded(
  nodeRed: Pick<NodeRed, 'userFolder'>,
  count: number,
  stage?: string,
  account?: string,
): Promise<void> {
  const stages = () =>
    [...recorded(nodeRed, account)].flatMap(([name, value]) =>
      name.startsWith('sending ') ? [stageOf(value)] : [],
    );
  const isSo = () => stages().filter((each) => stage === undefined || each === stage).length === count;
  for (const end = Date.now() + PATIENCE_MS; !isSo(); await pause(5))
    if (Date.now() > end) throw new Error(`the journal has these stages: ${stages().join(', ')}`);
}
