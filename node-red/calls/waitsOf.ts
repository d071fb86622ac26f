import type { NodeAPI } from 'node-red';

import { Waits } from './waits';

const registries = new WeakMap<object, Map<string, Waits>>();

/** The questions of an account, by the id of its config node. */
export function waitsOf(RED: NodeAPI, account: string): Waits {
  const registry = registries.get(RED.events) ?? newRegistry(RED);
  const found = registry.get(account) ?? new Waits();
  registry.set(account, found);
  return found;
}

function newRegistry(RED: NodeAPI): Map<string, Waits> {
  const registry = new Map<string, Waits>();
  registries.set(RED.events, registry);
  RED.events.on('flows:started', () => {
    for (const waits of registry.values()) waits.forgetOrphans();
  });
  return registry;
}
