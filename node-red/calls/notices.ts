import type { Request } from 'express';
import type { Node, NodeAPI } from 'node-red';

import type { ServiceEvent } from '../../core/receive';
import type { StatusLine } from '../outcome/statusLine';
import { catalogOf, TRIGGER_CATALOG } from '../settings/editorNames';
import { inLanguageOf } from '../settings/language';
import type { Verdict } from './callers';

/** What keeps calls from a node: a key of the texts of the trigger nodes. */
export interface Obstacle {
  key:
    'noCalls' | 'badPath' | 'pathTaken' | 'noSecret' | 'badAllowList' | 'needsLogin' | 'faulty' | 'badFilter';
  values?: Record<string, string>;
}

/** What a node tells people of the calls of its account: in its status, and once in the log. */
export class Notices {
  private refused = 0;
  private hintGiven = false;
  private told: Obstacle['key'] | undefined;
  private readonly missedKinds = new Set<ServiceEvent['event']>();

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    readonly status: StatusLine,
    /** Whether the node does nothing without calls. */
    private readonly isTrigger = false,
  ) {}

  /** Warns of the first caller that is refused, and shows the latest; warns once of what looks wrong with one that is allowed. */
  verdict({ method, path }: Request, verdict: Verdict): void {
    const { address = '?' } = verdict;
    const hint = verdict.hint && inLanguageOf(this.RED, verdict.hint);
    const text = verdict.allowed
      ? hint
      : `${method} ${path} (${address}): ${inLanguageOf(this.RED, verdict.reason)} ${hint ?? ''}`.trim();
    if (!verdict.allowed) {
      this.refused += 1;
      this.status.concern(statusOf('refusedCaller'), { count: String(this.refused), address });
    }
    const isNew = this.refused === 1 && !verdict.allowed;
    if (text !== undefined && (isNew || (hint !== undefined && !this.hintGiven))) this.node.warn(text);
    if (hint !== undefined) this.hintGiven = true;
  }

  /** Tells what keeps all calls away, or that it no longer does. */
  obstacle(found: Obstacle | undefined): void {
    if (found?.key === this.told) return;
    if (this.told !== undefined) this.status.settle(statusOf(this.told));
    this.told = found?.key;
    if (found === undefined) return;
    const text = this.RED._(`${TRIGGER_CATALOG}errors.${found.key}`, found.values ?? {});
    const isFatal = this.isTrigger && found.key !== 'needsLogin';
    if (isFatal) {
      this.status.show('failed', statusOf(found.key));
      this.node.error(text);
    } else {
      this.status.concern(statusOf(found.key));
      this.node.warn(text);
    }
  }

  /**
   * An event that no node of the account is for: of another kind than its path, as when a person has entered the wrong address in the portal, or one that
   * cannot be read.
   */
  missed(kind: ServiceEvent['event']): void {
    if (this.missedKinds.has(kind)) return;
    this.missedKinds.add(kind);
    const type = kind === 'inbound' ? 'messaging-notification' : 'messaging-inbound';
    const key = kind === 'unknown' ? 'unreadable' : 'otherKind';
    const catalog = `${catalogOf(type)}${type}.`;
    this.status.concern(`${catalog}status.${key}`);
    this.node.warn(this.RED._(`${catalog}errors.${key}`));
  }
}

function statusOf(key: string): string {
  return `${TRIGGER_CATALOG}status.${key}`;
}
