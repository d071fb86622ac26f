declare module '@node-red/registry/lib/util' {
  import type { NodeAPI } from 'node-red';

  /** What Node-RED gives to the file of a node. */
  export function createNodeApi(node: { id: string; namespace: string }): NodeAPI;
}
