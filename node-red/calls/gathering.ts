import { sleep } from '../../core/client';
import { Gatherer, type EventKey, type GatherRule, type InboundEvent } from '../../core/receive';
import { beingReplaced } from '../outcome/failure';
import { deploysOf } from '../service/deploys';
import type { Lasting } from '../service/lasting';

/** Gathers the messages of a person for a trigger, see `Gatherer`. A deploy that replaces the node loses nothing of it. */
export class Gathering {
  /** Starts the flow with a gathered message: in the node as it is now. */
  startFlow: ((gathered: InboundEvent, keys: readonly EventKey[]) => Promise<void>) | undefined;
  private readonly gatherer = new Gatherer({ now: () => performance.now(), sleep });

  constructor(private readonly memory: Lasting) {}

  /** Resolves when the flow has taken the message with those that follow it. */
  add(event: InboundEvent, key: EventKey, rule: GatherRule): Promise<void> {
    const start = async (gathered: InboundEvent, keys: readonly EventKey[]) => {
      await deploysOf(this.memory.RED).passed();
      if (this.startFlow === undefined) throw beingReplaced();
      await this.startFlow(gathered, keys);
    };
    return this.gatherer.add(event, key, rule, { isOpen: () => true, start });
  }
}
