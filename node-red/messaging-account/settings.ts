import { defaultVersion, rateLimitBounds } from '../../core/client/calls/account';
import {
  choice,
  credential,
  describe,
  flag,
  note,
  number,
  place,
  trimmedText,
  type CredentialsOf,
  type SettingsOf,
} from '../settings/describe';
import { usualPaths } from '../settings/routePath';

const connection = { tab: 'connection' } as const;
const senders = { section: 'senders', tab: 'connection' } as const;
const triggers = { tab: 'triggers' } as const;
const paths = { section: 'paths', tab: 'triggers' } as const;
const callers = { section: 'callers', tab: 'triggers' } as const;
const advanced = { tab: 'advanced' } as const;
const asTheServiceSays = { section: 'service', tab: 'advanced' } as const;

export const accountNode = describe({
  type: 'messaging-account',
  tabs: ['connection', 'triggers', 'advanced'],
  folded: ['paths', 'callers', 'service'],
  rows: {
    name: trimmedText({ tab: 'top' }),
    baseUrl: trimmedText({ ...connection, required: true, control: 'path' }),
    username: credential(false, { ...connection, required: true }),
    password: credential(true, { ...connection, required: true }),
    test: place(connection),
    defaultCountry: trimmedText(connection),
    senderSms: trimmedText(senders),
    senderWhatsapp: trimmedText(senders),
    senderRcs: trimmedText(senders),
    publicAddress: trimmedText({ ...triggers, control: 'path' }),
    inboundAddress: place(triggers),
    statusAddress: place(triggers),
    inboundPath: trimmedText({
      ...paths,
      blank: usualPaths.inboundPath,
      control: 'path',
    }),
    statusPath: trimmedText({ ...paths, blank: usualPaths.statusPath, control: 'path' }),
    allowedCallers: trimmedText({ ...callers, control: 'area' }),
    trustedProxies: number({ ...callers, value: 0, min: 0, max: 20, whole: true }),
    requireSecret: flag({ ...callers, guard: true }),
    webhookSecret: credential(true, { ...callers, shownWhen: { requireSecret: [true] } }),
    allowAnyCaller: flag(callers),
    anyCaller: note('warning.anyCaller', {
      ...callers,
      warning: true,
      shownWhen: { allowAnyCaller: [true] },
    }),
    recipientsAllowed: trimmedText({ ...advanced, control: 'area', guard: true }),
    mostToOnePerson: number({
      ...advanced,
      guard: true,
      value: 0,
      min: 0,
      max: rateLimitBounds.most,
      whole: true,
    }),
    mostToOnePersonMinutes: number({
      ...advanced,
      guard: true,
      blank: rateLimitBounds.minutes,
      min: rateLimitBounds.leastMinutes,
      max: rateLimitBounds.mostMinutes,
      unit: 'minutes',
      shownWhen: { mostToOnePerson: 'filled' },
    }),
    strictLimits: flag({ ...advanced, value: true }),
    maxInFlight: number({ ...advanced, value: 50, min: 1, max: 100, whole: true }),
    timeoutSeconds: number({ ...advanced, blank: 30, min: 1, max: 600, whole: true, unit: 'seconds' }),
    version: choice([`${defaultVersion.version}`, '1'], asTheServiceSays),
    versionIn: choice([defaultVersion.versionIn, 'header'], asTheServiceSays),
    batchPath: trimmedText(asTheServiceSays),
    balancePath: trimmedText(asTheServiceSays),
    messageIdField: trimmedText({ ...asTheServiceSays, control: 'path' }),
    deletedFiles: place(advanced),
    environment: note('help.environment', connection),
  },
});
export type AccountSetting = SettingsOf<(typeof accountNode)['rows']>;
export type CredentialSetting = CredentialsOf<(typeof accountNode)['rows']>;
