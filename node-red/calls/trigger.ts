import { setImmediate } from 'timers/promises';

import { withoutReference } from '../../core/ask/reference';
import { channelNamed } from '../../core/contract/names';
import {
  canBeGathered,
  impossibleEntry,
  matchesFilter,
  withOptOut,
  type EventFilter,
  type GatherRule,
  type InboundEvent,
  type OptOutWords,
  type ServiceEvent,
} from '../../core/receive';
import { beingReplaced, settingsFault, warnOnce } from '../outcome/failure';
import { StatusLine } from '../outcome/statusLine';
import { findAccount, type Account } from '../service/account';
import { Journals } from '../journal/journals';
import { deploysOf, nextNodes } from '../service/deploys';
import { memoryOf, runtimeOf, serviceOf } from '../service/lasting';
import { missingAccount } from '../service/missingAccount';
import { TRIGGER_CATALOG } from '../settings/editorNames';
import { settingLabel } from '../settings/labels';
import { errorFacts, inLanguageOf } from '../settings/language';
import type { Deployed } from '../settings/registerNode';
import type { TriggerSetting } from '../settings/triggerRows';
import type { Verdict } from './callers';
import { Gathering } from './gathering';
import { Notices } from './notices';
import type { Kind, Subscriber } from './offer';
import { RecentEvents } from './recentEvents';
import { subscribe } from './webhooks';

interface TriggerWork {
  kind: Kind;
  /** The filters of this kind of trigger, besides those that both have. */
  filter: Omit<EventFilter, 'channels' | 'unreadable'>;
  /** When the messages of a person are complete; without it, each one starts the flow by itself. */
  gather?: GatherRule;
  /** The words that count as an opt-out, if not the usual ones. */
  optOutWords?: OptOutWords;
  /** The message that starts the flow. */
  message(event: ServiceEvent): Record<string, unknown>;
}

/** A node that starts a flow when the service calls its account (specification 6). Fails closed: with a wrong setting, nothing starts it. */
export class Trigger implements Subscriber {
  readonly kinds: readonly Kind[];
  readonly notices: Notices;
  readonly unset: Subscriber['unset'];
  private readonly account: Account | undefined;
  private readonly status: StatusLine;
  private readonly recent: RecentEvents;
  private readonly gathering: Gathering;
  private readonly filter: EventFilter;
  private started = 0;
  private closed = false;

  constructor(
    private readonly deployed: Deployed<TriggerSetting>,
    private readonly work: TriggerWork,
  ) {
    const { RED, node, setting } = deployed;
    this.kinds = [work.kind];
    this.account = findAccount(RED, setting.account);
    this.status = new StatusLine(RED, node);
    this.notices = new Notices(RED, node, this.status, true);
    this.recent = serviceOf(RED, setting.account).of(node.id).part(RecentEvents);
    this.recent.warn = warnOnce(RED, node, 'notRemembered');
    this.gathering = memoryOf(RED, node).part(Gathering);
    this.gathering.startFlow = (gathered) => this.startFlow(gathered);
    const channels = setting.channels.map((name) => channelNamed(name) ?? name);
    this.filter = { ...work.filter, channels, unreadable: setting.unreadable };
    const fault = settingsFault(deployed);
    this.unset = fault
      ? { key: 'faulty', values: { reason: errorFacts(RED, fault).fact } }
      : badFilter(deployed, this.filter);
    node.on('close', (_removed: boolean, done: () => void) => {
      this.closed = true;
      this.status.close();
      void runtimeOf(RED).part(Journals).flush([setting.account]).finally(done);
    });
    if (this.account === undefined) this.status.show('failed', missingAccount(RED, setting.account).status);
    subscribe(RED, node, setting.account, this);
  }

  ready(): void {
    if (this.account === undefined) return;
    if (this.account.setting.allowAnyCaller) this.status.concern(`${TRIGGER_CATALOG}status.open`);
    if (this.started === 0) this.status.show('idle', 'listening');
    else this.status.show('done', 'received', { count: this.started });
  }

  refused({ address, hint, ...verdict }: Verdict): void {
    if (verdict.allowed || !this.deployed.setting.refusedOutput) return;
    const texts = {
      reason: inLanguageOf(this.deployed.RED, verdict.reason),
      hint: hint && inLanguageOf(this.deployed.RED, hint),
    };
    this.deployed.node.send([null, { payload: { address, ...texts } }]);
  }

  optOutIn(event: InboundEvent): InboundEvent['optOut'] {
    const given = withOptOut(withoutReference(event), this.work.optOutWords);
    return matchesFilter(given, this.filter) ? given.optOut : undefined;
  }

  async start(event: ServiceEvent, key: string): Promise<void> {
    const own = event.event === 'inbound' ? withoutReference(event) : event;
    const given = withOptOut(own, this.work.optOutWords);
    if (!matchesFilter(given, this.filter)) return;
    const { gather } = this.work;
    await this.recent.once(key, () =>
      gather !== undefined && given.event === 'inbound' && canBeGathered(given)
        ? this.gathering.add(given, key, gather)
        : this.startFlow(given),
    );
  }

  /**
   * Node-RED passes a message on in a later turn of the event loop: it counts as taken when that turn has come and the next nodes still run. If a
   * deploy has replaced them, the new ones get it.
   * @throws if this node was replaced before: then the new flow gets the event, or the caller is to call again
   */
  private async startFlow(event: ServiceEvent): Promise<void> {
    const { RED, node } = this.deployed;
    let haveIt: ReturnType<typeof nextNodes>;
    let msg: Record<string, unknown>;
    do {
      if (!(await deploysOf(RED).passed()) || this.closed) throw beingReplaced();
      haveIt = nextNodes(RED, node, 1);
      // A copy of its own: the flow of another trigger may change its event.
      msg = this.work.message(structuredClone(event));
      node.send(msg);
      await setImmediate();
    } while (!haveIt(msg));
    this.started += 1;
    this.ready();
  }
}

function badFilter({ RED, description, definition }: Deployed, filter: EventFilter): Subscriber['unset'] {
  const found = impossibleEntry(filter);
  if (found === undefined) return undefined;
  const label = settingLabel(RED, description, definition, [found.filter]);
  return { key: 'badFilter', values: { reason: `${label}: ${inLanguageOf(RED, found.rule)}` } };
}
