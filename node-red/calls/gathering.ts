import { sleep } from '../../core/client';
import { Gatherer, type EventKey, type GatherRule, type InboundEvent } from '../../core/receive';
import { beingReplaced } from '../outcome/failure';
import { deploysOf } from '../service/deploys';
import type { Lasting } from '../service/lasting';

/** Gathers the messages of a person for a trigger, see `Gatherer`. A deploy that replaces the node loses nothing of it. */
export class Gathering {
  /** Starts the flow, in the node as it is now. */
  startFlow: (gathered: InboundEvent) => Promise<void> = () => Promise.reject(beingReplaced());
  private readonly gatherer = new Gatherer({ now: () => performance.now(), sleep });

  constructor(private readonly memory: Lasting) {}

  /** Resolves when the flow has taken the message with those that follow it. */
  add(event: InboundEvent, key: EventKey, rule: GatherRule): Promise<void> {
    const start = async (gathered: InboundEvent) => {
      await deploysOf(this.memory.RED).passed();
      await this.startFlow(gathered);
    };
    return this.gatherer.add(event, key, rule, { isOpen: () => true, start });
  }
}
