import { setImmediate } from 'timers/promises';

import type { Request } from 'express';
import type { Node, NodeAPI, NodeDef } from 'node-red';

import { withoutReference } from '../../core/ask/reference';
import { channelNamed } from '../../core/contract/names';
import { readList } from '../../core/reading';
import {
  AllowListError,
  canBeGathered,
  matchesFilter,
  withOptOut,
  type AllowList,
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
import { callersOf, judgeCall } from './callers';
import type { Description } from '../settings/describe';
import { beingReplaced, notSet } from '../outcome/failure';
import { Gathering } from './gathering';
import type { Questions, Started } from './inbox';
import { factsOf, inLanguageOf } from '../settings/language';
import { RecentEvents } from './recentEvents';
import { TRIGGER_CATALOG } from '../settings/editorNames';
import { isRoutePath } from '../settings/routePath';
import { routeFor, type CallVerdict, type Listener } from './routes';
import { asksForLogin, takesCallsAtAll } from './served';
import { unsetVariables } from '../settings/settings';
import { StatusLine } from '../outcome/statusLine';
import type { TriggerSetting } from '../settings/triggerRows';
import { waitsOf } from './waitsOf';

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
  private readonly allowList: AllowList | undefined;
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
    this.questions = waitsOf(RED, work.setting.account);
    this.account = findAccount(RED, work.setting.account);
    this.mask = this.account?.mask;
    this.status = new StatusLine(RED, node);
    this.recent = new RecentEvents(RED, node, work.setting.account);
    this.gathering = memoryOf(RED, node).part(Gathering);
    const { channels: wanted, unreadable } = work.setting;
    this.filter = {
      ...work.filter,
      // A channel that there is not is none that an event has.
      channels: wanted.map((name) => channelNamed(name) ?? name),
      unreadable,
    };
    this.allowList = this.callersAllowed();
    this.listen();
  }

  private listen(): void {
    const { path } = this.work.setting;
    if (!isRoutePath(path)) {
      this.fail('badPath', { path });
      return;
    }
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
    if (!takesCallsAtAll(this.RED)) this.fail('noCalls');
    else if (this.account?.webhookSecret === '') this.fail('noSecret');
    else if (this.allowList !== undefined) {
      if (this.work.setting.allowAnyCaller) this.status.concern('open');
      if (asksForLogin(this.RED)) this.warnOfLogin(path);
      this.showReady();
    }
  }

  private warnOfLogin(path: string): void {
    this.status.concern(`${TRIGGER_CATALOG}status.needsLogin`);
    this.node.warn(this.RED._(`${TRIGGER_CATALOG}errors.needsLogin`, { path }));
  }

  /** Undefined if no caller can be allowed; the node then shows why. */
  private callersAllowed(): AllowList | undefined {
    if (this.account === undefined) {
      this.status.show('failed', missingAccount(this.RED, this.work.setting.account).status);
      return undefined;
    }
    const { description, definition } = this.work;
    const unset = notSet(this.RED, description, definition, unsetVariables(definition));
    if (unset !== undefined) {
      this.fail('notSet', { reason: factsOf(this.RED, unset).fact });
      return undefined;
    }
    const allowList = callersOf(this.account);
    if (!(allowList instanceof AllowListError)) return allowList;
    this.fail('badAllowList', { reason: inLanguageOf(this.RED, allowList.message) });
    return undefined;
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
    const { account, allowList, RED } = this;
    if (account === undefined || allowList === undefined) {
      return {
        allowed: false,
        reason: inLanguageOf(RED, 'This trigger is not set up: it accepts no calls.'),
      };
    }
    return judgeCall(RED, request, { account, allowList, anyCaller: this.work.setting.allowAnyCaller });
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
