import type { Node, NodeAPI, NodeStatus } from 'node-red';

import { sleep } from '../../core/client';
import type { Values } from '../../core/errors/sentence';
import { catalogOf } from '../settings/editorNames';
import { inLanguageOf } from '../settings/language';

/** The meaning of each status, and how it looks. */
const looks = {
  working: { fill: 'blue', shape: 'ring' },
  waiting: { fill: 'yellow', shape: 'ring' },
  done: { fill: 'green', shape: 'dot' },
  ready: { fill: 'grey', shape: 'dot' },
  /** Not shown beside what needs a person. */
  idle: { fill: 'grey', shape: 'dot' },
  warning: { fill: 'yellow', shape: 'dot' },
  failed: { fill: 'red', shape: 'ring' },
} as const;

const LONGEST_TEXT = 60;
const PAUSE_MS = 200;

const TIME = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g;

/** A text that is not too long. What follows a time is dropped first, then words before it: half a time would be another time. */
export function fitted(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  for (const { 0: time, index } of text.matchAll(TIME)) {
    const end = index + time.length;
    if (end === LONGEST_TEXT) return text.slice(0, end);
    if (end < LONGEST_TEXT) continue;
    const room = LONGEST_TEXT - time.length - ' … '.length;
    return `${text.slice(0, room + 1).replace(/\s*\S*$/, '')} … ${time}`;
  }
  return `${text.slice(0, LONGEST_TEXT - 1)}…`;
}

export interface Shown {
  look: keyof typeof looks;
  key: string;
  values: Values;
}

/** The status below a node. At most five changes a second reach the editor, always including the last one. */
export class StatusLine {
  private latest: Shown | undefined;
  /** Finds what takes the place of the latest, when there is time to show it. */
  private progress: (() => Shown | undefined) | undefined;
  private isShown = true;
  /** What needs a person, the latest last, until it no longer applies. */
  private readonly concerns = new Map<string, Shown>();
  private pausing = false;
  private closed = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
  ) {}

  /**
   * Shows the text `<type>.status.<key>` of the node's catalog; a key with a colon names its catalog. Each editor shows it in its own
   * language, unless it has values: editors translate only a text that is a key, so what has values is in the language of this Node-RED.
   */
  show(look: Shown['look'], key: string, values: Shown['values'] = {}): void {
    this.latest = { look, key, values };
    this.progress = undefined;
    this.change();
  }

  /** As `show`, but what it shows is found at most five times a second: with very many messages, looking at all of them takes long. */
  showProgress(find: () => Shown | undefined): void {
    this.progress = find;
    this.publish();
  }

  /** Shows what needs a person, before everything else, until `settle()` is called with its key. */
  concern(key: string, values: Shown['values'] = {}): void {
    this.concerns.delete(key);
    this.concerns.set(key, { look: 'warning', key, values });
    this.change();
  }

  settle(key: string): void {
    if (this.concerns.delete(key)) this.change();
  }

  /** Removes what the node before this one has shown. */
  clear(): void {
    this.node.status({});
  }

  /** From now on, the status belongs to the node that replaces this one. */
  close(): void {
    this.closed = true;
  }

  private change(): void {
    this.isShown = false;
    this.publish();
  }

  private publish(): void {
    if (this.pausing || this.closed) return;
    const found = this.progress?.();
    this.progress = undefined;
    if (found !== undefined) {
      this.latest = found;
      this.isShown = false;
    }
    if (this.isShown) return;
    this.node.status(this.whole());
    this.isShown = true;
    this.pausing = true;
    void sleep(PAUSE_MS).then(() => {
      this.pausing = false;
      this.publish();
    });
  }

  /** A failure first, then what needs a person, then what the node does: texts are cut at the end. */
  private whole(): NodeStatus {
    const concerns = [...this.concerns.values()].reverse();
    const { latest } = this;
    const untold = latest === undefined || (latest.look === 'idle' && concerns.length > 0);
    const own = untold ? [] : [latest];
    const parts = latest?.look === 'failed' ? [...own, ...concerns] : [...concerns, ...own];
    const [first] = parts;
    if (first === undefined) return {};
    const key = parts.length === 1 ? this.keyOf(first) : undefined;
    if (key !== undefined) return { ...looks[first.look], text: key };
    const text = parts.map((part) => this.textOf(part)).join(' · ');
    return { ...looks[first.look], text: fitted(text) };
  }

  /** The key of a text without values; undefined if it has some. */
  private keyOf(shown: Shown): string | undefined {
    const name = this.nameOf(shown);
    return this.textOf(shown) === this.RED._(name) ? name : undefined;
  }

  private textOf(shown: Shown): string {
    const values = Object.entries(shown.values).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : inLanguageOf(this.RED, value),
    ]);
    return this.RED._(this.nameOf(shown), Object.fromEntries(values));
  }

  private nameOf({ key }: Shown): string {
    return key.includes(':') ? key : `${catalogOf(this.node.type)}${this.node.type}.status.${key}`;
  }
}
