import type { Node, NodeAPI, NodeStatus } from 'node-red';

import { sleep } from '../../core/client';

/** The meaning of each status, and how it looks. */
const looks = {
  working: { fill: 'blue', shape: 'ring' },
  waiting: { fill: 'yellow', shape: 'ring' },
  done: { fill: 'green', shape: 'dot' },
  ready: { fill: 'grey', shape: 'dot' },
  warning: { fill: 'yellow', shape: 'dot' },
  failed: { fill: 'red', shape: 'ring' },
} as const;

const LONGEST_TEXT = 60;
const PAUSE_MS = 200;

interface Shown {
  look: keyof typeof looks;
  key: string;
  values: Record<string, string | number>;
}

/**
 * The status below a node. At most five changes a second reach the editor, always including the last one, so that a flood of messages does
 * not become a flood of status updates.
 */
export class StatusLine {
  private latest: Shown | undefined;
  private pausing = false;
  private closed = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
  ) {}

  /** Shows the text `<type>.status.<key>` of the node's catalog; a key with a colon names its catalog. */
  show(look: Shown['look'], key: string, values: Shown['values'] = {}): void {
    this.latest = { look, key, values };
    this.publish();
  }

  /** Removes what the node before this one has shown. */
  clear(): void {
    this.node.status({});
  }

  /** From now on, the status belongs to the node that replaces this one. */
  close(): void {
    this.closed = true;
  }

  private publish(): void {
    if (this.pausing || this.closed || this.latest === undefined) return;
    this.node.status(this.rendered(this.latest));
    this.latest = undefined;
    this.pausing = true;
    void sleep(PAUSE_MS).then(() => {
      this.pausing = false;
      this.publish();
    });
  }

  private rendered({ look, key, values }: Shown): NodeStatus {
    const text = this.RED._(key.includes(':') ? key : `${this.node.type}.status.${key}`, values);
    return {
      ...looks[look],
      text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text,
    };
  }
}
