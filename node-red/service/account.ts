import type { Node, NodeAPI } from 'node-red';

import {
  Client,
  createLimiter,
  LONGEST_WAIT_MS,
  defaultVersion,
  loadContract,
  MessagingError,
  pauseAskedFor,
  secretMask,
  sleep,
  type AccountSettings,
  type Limiter,
  type Mask,
  type RateLimitSetting,
} from '../../core/client';
import { readRetryAfter } from '../../core/client/answers/answers';
import type { TransportResponse } from '../../core/client/calls/transport';
import type { AccountRules, Channel } from '../../core/contract';
import { readAllowedRecipients } from '../../core/contract/allowedRecipients';
import { readCountryCode } from '../../core/contract/phoneNumber';
import { DOCUMENTED_CALLERS, readAllowList } from '../../core/receive';
import { noneSent, type Counts, type RateLimit } from '../../core/steps';
import { fault } from '../errors/texts';
import type { AccountSetting, CredentialSetting } from '../messaging-account/settings';
import { axiosTransport, loadHttp } from './axiosTransport';
import type { AccountDefaults } from '../message/messageRequest';
import { unsetVariables } from '../settings/settings';

/** The part of an account that the core's client needs. */
export function clientAccount({ version, messageIdField, ...setting }: AccountSetting): AccountSettings {
  const number = version === '1' ? 1 : defaultVersion.version;
  return { ...setting, version: number, messageIdField: messageIdField || undefined };
}

/** What all nodes of one account share: the client, the limit on simultaneous requests, and the pause that the service asks for. */
export class Account implements AccountDefaults {
  readonly senders: Record<Channel, string>;
  readonly rules: AccountRules;
  readonly rateLimit: RateLimit | undefined;
  /** Why nothing can be sent; undefined if it can. Without a login, calls of the service come in all the same, and open questions go on. */
  readonly sendFault: MessagingError | undefined;
  /** Hides the credentials in what calls echo. */
  readonly mask: Mask;
  /** Who may call the webhooks: the service, and the callers that the account names; or what is wrong with those. */
  readonly callers: ReturnType<typeof readAllowList>;
  private readonly client: Client;
  private readonly limiter: Limiter;

  constructor(
    readonly setting: AccountSetting,
    private readonly credentials: CredentialSetting,
    /** What is wrong with the settings; undefined if they are valid. */
    readonly fault?: MessagingError,
    /** How many messages one person may get; undefined if the account has no such limit. */
    limit?: RateLimitSetting,
    private readonly state = new AccountState(),
  ) {
    state.account = this;
    this.rateLimit = limit && { limit, ...state.counts };
    this.sendFault = fault ?? loginFault(credentials);
    this.senders = {
      Sms: setting.senderSms,
      Whatsapp: setting.senderWhatsapp,
      Rcs: setting.senderRcs,
    };
    const countryCode = readCountryCode(setting.defaultCountry);
    const recipients = readAllowedRecipients(setting.recipientsAllowed, countryCode);
    this.rules = {
      countryCode,
      // A list that cannot be read is a fault of the account, so that nothing is sent.
      recipientsAllowed: recipients.ok ? recipients.allowed : { people: new Set(), beginnings: [] },
      strictLimits: setting.strictLimits,
    };
    this.callers = readAllowList([...DOCUMENTED_CALLERS, setting.allowedCallers]);
    const secrets = { ...credentials, messageIdField: setting.messageIdField };
    this.mask = secretMask(secrets);
    const transport = axiosTransport(secrets);
    this.client = new Client({
      account: clientAccount(setting),
      transport: async (request) => {
        const response = await transport(request);
        this.pauseAsAsked(response);
        return response;
      },
      timeoutMs: setting.timeoutSeconds * 1000,
    });
    // With a fault, tasks end in their turn, whatever number this is.
    this.limiter = createLimiter(fault === undefined ? setting.maxInFlight : 1);
  }

  /**
   * The secret that callers of the triggers must know; undefined if there is none. Empty if the account has a secret whose value is missing
   * here (after an import, without the credentials file, or with an unset variable): then every caller is refused.
   */
  get webhookSecret(): string | undefined {
    const { webhookSecret } = this.credentials;
    if (webhookSecret === '') return this.setting.requireSecret ? '' : undefined;
    return unsetVariables({ webhookSecret }).length === 0 ? webhookSecret : '';
  }

  /** Whether the next task must wait, for other tasks of the account or because the service asks for it. */
  get mustWait(): boolean {
    return this.limiter.full || this.isPaused;
  }

  /** Loads what calls need, so that no message waits for it. If loading fails, each message reports the error. */
  loadAhead(): void {
    void Promise.allSettled([loadContract(), loadHttp()]);
  }

  /**
   * Runs a task in its turn: tasks start in order, no more at once than the account allows, and none while the service asks to wait.
   * @param conversations in which it waits for the tasks that came before it (`conversationsOf`)
   * @throws what the task throws, and as `ready`
   */
  run<T>(
    task: (client: Client) => Promise<T>,
    signal?: AbortSignal,
    conversations?: readonly string[],
  ): Promise<T> {
    return this.limiter.run(async () => task(await this.ready(signal)), conversations);
  }

  /** As `run`, where very many can wait. The task must not fail, and waits for `ready` itself. */
  start(task: () => Promise<void>, conversations: readonly string[]): void {
    this.limiter.start(task, conversations);
  }

  /**
   * Waits until the service may be called, or `signal` fires. The client is that of the account as it is set then.
   * @throws MessagingError `sendFault`: messages that it accepted earlier may be left
   */
  async ready(signal?: AbortSignal): Promise<Client> {
    for (;;) {
      const { sendFault, client } = this.state.account ?? this;
      if (sendFault !== undefined) throw sendFault;
      if (!this.isPaused || signal?.aborted === true) return client;
      await sleep(this.state.pausedUntil - performance.now(), signal);
    }
  }

  private get isPaused(): boolean {
    return performance.now() < this.state.pausedUntil;
  }

  /** If an answer asks for a pause, everything of the account waits, not only the request that got the answer. */
  private pauseAsAsked(response: TransportResponse): void {
    const asked = pauseAskedFor({ status: response.status, retryAfterMs: readRetryAfter(response) });
    if (asked === undefined) return;
    // There is no point in waiting longer than the client does: the answer to the next request says how long the service asks for.
    const ms = Math.min(asked, LONGEST_WAIT_MS);
    this.state.pausedUntil = Math.max(this.state.pausedUntil, performance.now() + ms);
  }
}

/** Why nobody can log in; undefined if both are there. */
export function loginFault({ username, password }: CredentialSetting): MessagingError | undefined {
  const isWhole = username !== '' && password !== '';
  return isWhole ? undefined : new MessagingError(fault('invalid_settings.noLogin'));
}

/** What of an account a deploy does not end. */
export class AccountState {
  /** As it is set now. */
  account: Account | undefined;
  /** Of its rate limit per recipient. */
  readonly counts: Counts = noneSent();
  /** Until when the service asks not to be called, on the clock of `performance.now()`. */
  pausedUntil = 0;
}

const accounts = new WeakMap<Node, Account>();

/** Registers the account of a config node for the nodes that use it. */
export function provideAccount(node: Node, account: Account): void {
  accounts.set(node, account);
}

/** The account with this id; undefined if there is none, or if it is disabled. */
export function findAccount(RED: NodeAPI, id: string): Account | undefined {
  const node: Node | null = id === '' ? null : RED.nodes.getNode(id);
  return node === null ? undefined : accounts.get(node);
}
