import type { Node, NodeAPI } from 'node-red';

import { sleep } from '../../core/client';
import { Gatherer, type EventKey, type GatherRule, type InboundEvent } from '../../core/receive';
import { nodeKeyOf } from '../journal/redeploy';
import { beingReplaced } from '../outcome/failure';
import { afterDeploy } from './routes';

/** What is being gathered for each trigger, by node: a deploy that replaces the node loses nothing of it. */
const gatherings = new Map<string, Gathering>();

/** Gathers the messages of a person for a trigger, see `Gatherer`. */
export class Gathering {
  /** Starts the flow with a gathered message: in the node as it is now. */
  startFlow: ((gathered: InboundEvent, keys: readonly EventKey[]) => Promise<void>) | undefined;
  private readonly gatherer = new Gatherer({ now: () => performance.now(), sleep });

  constructor(private readonly RED: NodeAPI) {}

  /** Resolves when the flow has taken the message with those that follow it. */
  add(event: InboundEvent, key: EventKey, rule: GatherRule): Promise<void> {
    const start = async (gathered: InboundEvent, keys: readonly EventKey[]) => {
      await afterDeploy(this.RED);
      if (this.startFlow === undefined) throw beingReplaced();
      await this.startFlow(gathered, keys);
    };
    return this.gatherer.add(event, key, rule, { isOpen: () => true, start });
  }
}

export function gatheringOf(RED: NodeAPI, node: Node): Gathering {
  const key = nodeKeyOf(node);
  const gathering = gatherings.get(key) ?? new Gathering(RED);
  gatherings.set(key, gathering);
  return gathering;
}
