import type { Node, NodeAPI } from 'node-red';

import { sleep } from '../../core/client';
import { Gatherer, type EventKey, type GatherRule, type InboundEvent } from '../../core/receive';
import { nodeKeyOf } from '../journal/redeploy';
import { beingReplaced } from '../outcome/failure';
import { afterDeploy } from './routes';

/** Starts the flow with a gathered message. */
type StartFlow = (gathered: InboundEvent, keys: readonly EventKey[]) => Promise<void>;

/** What is being gathered for each trigger, by node: a deploy that replaces the node loses nothing of it. */
const gatherings = new Map<string, Gathering>();

/** Gathers the messages of a person for a trigger, see `Gatherer`. */
class Gathering {
  private readonly gatherer = new Gatherer({ now: () => performance.now(), sleep });
  private startFlow: StartFlow | undefined;

  constructor(private readonly RED: NodeAPI) {}

  /** Names the node that starts the flow from now on. */
  begin(startFlow: StartFlow): void {
    this.startFlow = startFlow;
  }

  /** Call this when a node is closed. */
  end(startFlow: StartFlow): void {
    if (this.startFlow === startFlow) this.startFlow = undefined;
  }

  /** Resolves when the flow has taken the message with those that follow it. */
  add(event: InboundEvent, key: EventKey, rule: GatherRule): Promise<void> {
    return this.gatherer.add(event, key, rule, {
      isOpen: () => true,
      start: (gathered, keys) => this.start(gathered, keys),
    });
  }

  private async start(gathered: InboundEvent, keys: readonly EventKey[]): Promise<void> {
    await afterDeploy(this.RED);
    if (this.startFlow === undefined) throw beingReplaced();
    await this.startFlow(gathered, keys);
  }
}

export type { Gathering };

export function gatheringOf(RED: NodeAPI, node: Node): Gathering {
  const key = nodeKeyOf(node);
  const gathering = gatherings.get(key) ?? new Gathering(RED);
  gatherings.set(key, gathering);
  return gathering;
}
