import type { Node, NodeAPI } from 'node-red';

import {
  Client,
  createLimiter,
  defaultVersion,
  invalidSettings,
  loadContract,
  type AccountSettings,
  type Limiter,
  type MessagingError,
} from '../../core/client';
import type { Channel } from '../../core/contract';
import { readCountryCode } from '../../core/contract/patterns';
import { axiosTransport, loadHttp } from './axiosTransport';
import { holdOn, type Hold } from './hold';
import type { AccountDefaults } from './messageRequest';
import { Stored, unsetVariables } from './settings';

/** What the dialog of the account stores. */
export function accountSetting(values: unknown) {
  const stored = new Stored(values);
  return {
    baseUrl: stored.text('baseUrl'),
    version: stored.choice('version', '2', '1'),
    versionIn: stored.choice('versionIn', defaultVersion.versionIn, 'header'),
    senderSms: stored.text('senderSms'),
    senderWhatsapp: stored.text('senderWhatsapp'),
    senderRcs: stored.text('senderRcs'),
    defaultCountry: stored.text('defaultCountry'),
    batchPath: stored.text('batchPath'),
    balancePath: stored.text('balancePath'),
    maxInFlight: stored.wholeNumber('maxInFlight', 50, 1, 100),
    timeoutSeconds: stored.wholeNumber('timeoutSeconds', 30, 1, 600),
    trustedProxies: stored.wholeNumber('trustedProxies', 0, 0, 20),
    allowedCallers: stored.text('allowedCallers'),
    requireSecret: stored.flag('requireSecret'),
    publicAddress: stored.text('publicAddress'),
    inboundPath: stored.text('inboundPath') || '/api/webhooks/receivedmessage',
    statusPath: stored.text('statusPath') || '/api/webhooks/notification',
  };
}
export type AccountSetting = ReturnType<typeof accountSetting>;

export function credentialSetting(values: unknown) {
  const stored = new Stored(values);
  return {
    username: stored.text('username'),
    password: stored.exactText('password'),
    webhookSecret: stored.text('webhookSecret'),
  };
}
export type CredentialSetting = ReturnType<typeof credentialSetting>;

/** The part of an account that the core's client needs. */
export function clientAccount(setting: AccountSetting): AccountSettings {
  return {
    baseUrl: setting.baseUrl,
    version: setting.version === '1' ? 1 : defaultVersion.version,
    versionIn: setting.versionIn,
    ...(setting.batchPath === '' ? {} : { batchPath: setting.batchPath }),
    ...(setting.balancePath === '' ? {} : { balancePath: setting.balancePath }),
  };
}

/** What all nodes of one account share: client, limit of requests at once, and the pause the service asks for. */
export class Account implements AccountDefaults {
  readonly senders: Record<Channel, string>;
  readonly countryCode: string | undefined;
  private readonly client: Client;
  private readonly limiter: Limiter;
  private readonly hold: Hold;

  constructor(
    readonly setting: AccountSetting,
    private readonly credentials: CredentialSetting,
    /** Why nothing can be sent with these settings; undefined when it can. */
    readonly fault?: MessagingError,
  ) {
    this.senders = {
      Sms: setting.senderSms,
      Whatsapp: setting.senderWhatsapp,
      Rcs: setting.senderRcs,
    };
    this.countryCode = readCountryCode(setting.defaultCountry);
    this.hold = holdOn(axiosTransport(credentials));
    this.client = new Client({
      account: clientAccount(setting),
      transport: this.hold.transport,
      timeoutMs: setting.timeoutSeconds * 1000,
    });
    this.limiter = createLimiter(setting.maxInFlight);
  }

  /**
   * The secret that callers of the triggers must know; undefined when there is none. It is empty where the account has one but its value
   * is not here, as after an import, without the file of credentials, or with a variable that is not set: then nobody can know it.
   */
  get webhookSecret(): string | undefined {
    const { webhookSecret } = this.credentials;
    if (webhookSecret === '') return this.setting.requireSecret ? '' : undefined;
    return unsetVariables({ webhookSecret }).length === 0 ? webhookSecret : '';
  }

  /** Whether the next task must wait: for others of the account, or because the service asks for it. */
  get mustWait(): boolean {
    return this.limiter.full || this.hold.active;
  }

  /**
   * Loads what calls need, so that no message waits for it: with messages on their way while it is loaded, V8 takes the like of what
   * they hold for long-lived from then on, and frees it only in full collections. What cannot be loaded is the error of each message.
   */
  loadAhead(): void {
    void Promise.allSettled([loadContract(), loadHttp()]);
  }

  /**
   * Runs a task in its turn: tasks start in the order they come, never more at once than the account allows, and none while the
   * service asks to wait.
   * @throws what the task throws; MessagingError `invalid_settings` without user name and password
   */
  run<T>(task: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.limiter.run(async () => {
      this.checkCredentials();
      await this.hold.passed(signal);
      return task(this.client);
    });
  }

  private checkCredentials(): void {
    if (this.credentials.username !== '' && this.credentials.password !== '') return;
    throw invalidSettings(
      'The account has no user name or no password',
      'Enter both in the account; they are not part of an imported flow.',
    );
  }
}

const accounts = new WeakMap<Node, Account>();

/** Makes the account of a config node known to the nodes that use it. */
export function provideAccount(node: Node, account: Account): void {
  accounts.set(node, account);
}

/** The account a node was given; undefined when there is none, or when it is disabled. */
export function findAccount(RED: NodeAPI, id: string): Account | undefined {
  const node: Node | null = id === '' ? null : RED.nodes.getNode(id);
  return node === null ? undefined : accounts.get(node);
}
