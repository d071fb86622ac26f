import type { NodeAPI } from 'node-red';

import { Line } from './line';

const lines = new WeakMap<object, Map<string, Line>>();

/** The line of an account, for as long as Node-RED runs. */
export function lineOf({ events }: Pick<NodeAPI, 'events'>, account: string): Line {
  const ofAll = lines.get(events) ?? new Map<string, Line>();
  lines.set(events, ofAll);
  const line = ofAll.get(account) ?? new Line();
  ofAll.set(account, line);
  return line;
}
