import type { Request } from 'express';
import type { Node, NodeAPI } from 'node-red';

import type { StatusLine } from '../outcome/statusLine';
import { catalogOf, TRIGGER_CATALOG } from '../settings/editorNames';
import { inLanguageOf } from '../settings/language';
import type { Verdict } from './callers';
import type { Kind } from './offer';

/** What keeps calls from a node: a key of the texts of the trigger nodes. */
export interface Obstacle {
  key:
    'noCalls' | 'badPath' | 'pathTaken' | 'noSecret' | 'badAllowList' | 'needsLogin' | 'notSet' | 'badFilter';
  values?: Record<string, string>;
}

/** What a node tells people of the calls of its account: in its status, and once in the log. */
export class Notices {
  private refused = 0;
  private hintGiven = false;
  private told: Obstacle['key'] | undefined;
  private readonly otherKinds = new Set<Kind>();

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

  /** An event came to the path of another kind, and no node of the account is for it: a person may have entered the wrong address in the portal. */
  otherKind(kind: Kind): void {
    if (this.otherKinds.has(kind)) return;
    this.otherKinds.add(kind);
    const type = kind === 'status' ? 'messaging-inbound' : 'messaging-notification';
    const catalog = `${catalogOf(type)}${type}.`;
    this.status.concern(`${catalog}status.otherKind`);
    this.node.warn(this.RED._(`${catalog}errors.otherKind`));
  }
}

function statusOf(key: string): string {
  return `${TRIGGER_CATALOG}status.${key}`;
}
