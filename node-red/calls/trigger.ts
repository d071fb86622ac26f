import { setImmediate } from 'timers/promises';

import type { Request } from 'express';
import type { Node, NodeAPI, NodeDef } from 'node-red';

import { withoutReference } from '../../core/ask/reference';
import { channelNamed } from '../../core/contract/names';
import { readList } from '../../core/reading';
import {
  canBeGathered,
  matchesFilter,
  withOptOut,
  type EventFilter,
  type EventKey,
  type GatherRule,
  type InboundEvent,
  type OptOutWords,
  type ServiceEvent,
  type WantedKind,
} from '../../core/receive';
import { findAccount, type Account } from '../service/account';
import { memoryOf } from '../service/lasting';
import { missingAccount } from '../service/missingAccount';
import { judgeCall } from './callers';
import { obstacleOf, type Obstacle } from './obstacles';
import type { Description } from '../settings/describe';
import { beingReplaced, notSet } from '../outcome/failure';
import { Gathering } from './gathering';
import type { Questions, Started } from './inbox';
import { factsOf } from '../settings/language';
import { RecentEvents } from './recentEvents';
import { TRIGGER_CATALOG } from '../settings/editorNames';
import { isRoutePath } from '../settings/routePath';
import { routeFor, type CallVerdict, type Listener } from './routes';
import { unsetVariables } from '../settings/settings';
import { StatusLine } from '../outcome/statusLine';
import type { TriggerSetting } from '../settings/triggerRows';
import { openMessagesOf } from './openMessages';

export interface TriggerWork {
  description: Description;
  /** What the editor has stored for the node. */
  definition: NodeDef;
  setting: TriggerSetting;
  methods: readonly string[];
  kind: Exclude<WantedKind, 'any'>;
  /** The filters of this kind of trigger, besides those that both have. */
  filter: Omit<EventFilter, 'channels' | 'unreadable'>;
  /** When the messages of a person are complete; without it, each one starts the flow by itself. */
  gather?: GatherRule;
  /** The words that count as an opt-out, if not the usual ones. */
  optOutWords?: OptOutWords;
  /** The message that starts the flow. */
  message(event: ServiceEvent): Record<string, unknown>;
}

/** A node that starts a flow when the service calls (specification 6). Fails closed: with a wrong setting, every caller is refused. */
export class Trigger implements Listener {
  readonly methods: readonly string[];
  readonly kind: TriggerWork['kind'];
  readonly questions: Questions;
  readonly mask: Listener['mask'];
  private readonly account: Account | undefined;
  private readonly status: StatusLine;
  private isSetUp = false;
  private readonly recent: RecentEvents;
  private readonly gathering: Gathering;
  private readonly filter: EventFilter;
  private hintGiven = false;
  private otherKindSeen = false;
  private started = 0;
  private refused = 0;
  private closed = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly work: TriggerWork,
  ) {
    this.methods = work.methods;
    this.kind = work.kind;
    this.questions = openMessagesOf(RED, work.setting.account);
    this.account = findAccount(RED, work.setting.account);
    this.mask = this.account?.mask;
    this.status = new StatusLine(RED, node);
    this.recent = new RecentEvents(RED, node, work.setting.account);
    this.gathering = memoryOf(RED, node).part(Gathering);
    const { channels: wanted, unreadable } = work.setting;
    this.filter = {
      ...work.filter,
      // No event has a channel that does not exist.
      channels: wanted.map((name) => channelNamed(name) ?? name),
      unreadable,
    };
    this.listen();
  }

  private listen(): void {
    const { path, allowAnyCaller } = this.work.setting;
    if (isRoutePath(path)) {
      const route = routeFor(this.RED, path);
      route.listeners.add(this);
      this.gathering.startFlow = this.startGathered;
      this.node.on('close', (_removed: boolean, done: () => void) => {
        this.closed = true;
        route.listeners.delete(this);
        if (this.gathering.startFlow === this.startGathered) this.gathering.startFlow = undefined;
        this.status.close();
        void this.recent.close().finally(done);
      });
    }
    const obstacle = this.obstacle();
    if (obstacle?.key === 'needsLogin') {
      this.status.concern(`${TRIGGER_CATALOG}status.needsLogin`);
      this.node.warn(this.RED._(`${TRIGGER_CATALOG}errors.needsLogin`, obstacle.values));
    } else if (obstacle !== undefined) {
      this.fail(obstacle.key, obstacle.values);
    }
    this.isSetUp = obstacle?.key !== 'notSet';
    if (this.account === undefined)
      this.status.show('failed', missingAccount(this.RED, this.work.setting.account).status);
    else if (obstacle === undefined || obstacle.key === 'needsLogin') {
      if (allowAnyCaller) this.status.concern('open');
      this.showReady();
    }
  }

  private obstacle(): Obstacle | undefined {
    const { RED, account } = this;
    const { description, definition, setting } = this.work;
    if (account === undefined) return undefined;
    const unset = notSet(RED, description, definition, unsetVariables(definition));
    return unset === undefined
      ? obstacleOf(RED, account, [setting.path])
      : { key: 'notSet', values: { reason: factsOf(RED, unset).fact } };
  }

  private fail(key: string, values: Record<string, string> = {}): void {
    this.status.show('failed', key);
    this.node.error(this.RED._(`${this.node.type}.errors.${key}`, values));
  }

  private showReady(): void {
    if (this.started === 0) this.status.show('idle', 'listening');
    else this.status.show('done', 'received', { count: this.started });
  }

  judge(request: Request): CallVerdict {
    const verdict = this.verdictOn(request);
    if (verdict.hint !== undefined && !this.hintGiven) {
      this.hintGiven = true;
      this.node.warn(verdict.hint);
    }
    if (!verdict.allowed) this.reportRefusal(verdict.reason, verdict);
    return verdict;
  }

  private verdictOn(request: Request): CallVerdict {
    const { account, isSetUp, RED } = this;
    return judgeCall(RED, request, isSetUp ? account : undefined, this.work.setting.allowAnyCaller);
  }

  private reportRefusal(reason: string, { address, hint }: { address?: string; hint?: string }): void {
    this.refused += 1;
    this.status.concern('refusedCaller', { count: this.refused, address: address ?? '?' });
    if (!this.work.setting.refusedOutput) return;
    this.node.send([null, { payload: { address, reason, hint } }]);
  }

  optOutIn(event: InboundEvent): InboundEvent['optOut'] {
    const given = withOptOut(withoutReference(event), this.work.optOutWords);
    return matchesFilter(given, this.filter) ? given.optOut : undefined;
  }

  async start(event: ServiceEvent, key: EventKey): Promise<Started | void> {
    const own = event.event === 'inbound' ? withoutReference(event) : event;
    const given = withOptOut(own, this.work.optOutWords);
    if (!matchesFilter(given, this.filter)) return;
    const { gather } = this.work;
    if (gather === undefined || given.event !== 'inbound' || !canBeGathered(given))
      return this.recent.handOver(key, () => this.startFlow(given));
    if (await this.recent.knows(key)) return;
    return { taken: this.gathering.add(given, key, gather) };
  }

  private readonly startGathered = async (gathered: InboundEvent, keys: readonly EventKey[]) => {
    await this.startFlow(gathered);
    for (const key of keys) await this.recent.remember(key);
  };

  /** Reported once, so that a person who entered the wrong address in the portal knows why nothing starts. */
  otherKind(): void {
    if (this.otherKindSeen) return;
    this.otherKindSeen = true;
    this.status.concern('otherKind');
    this.node.warn(this.RED._(`${this.node.type}.errors.otherKind`));
  }

  /**
   * Node-RED passes a message on in a later turn of the event loop: it counts as taken when that turn has come and the next nodes still run.
   * @throws if they were replaced meanwhile, or this node before: then the new flow gets the event, or the caller is to call again
   */
  private async startFlow(event: ServiceEvent): Promise<void> {
    if (this.closed) throw beingReplaced();
    const next = this.nextNodes();
    this.node.send(this.work.message(event));
    await setImmediate();
    const now = this.nextNodes();
    // A deploy may replace this node alone: then the next ones have the event.
    if (this.closed && next.some((node, index) => node !== now[index])) throw beingReplaced();
    this.started += 1;
    this.showReady();
  }

  /** The nodes at the first output, as they run now. */
  private nextNodes(): unknown[] {
    const [wires] = readList(this.node, 'wires') ?? [];
    return Array.isArray(wires) ? wires.map((id) => this.RED.nodes.getNode(String(id))) : [];
  }
}
