import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import {
  checkCountryCode,
  checkRecipientsAllowed,
  defaultPaths,
  defaultVersion,
  rateLimitBounds,
  rateLimitIn,
  type AccountSettings,
} from '../core/client/calls/account';
import { invalidField, MessagingError } from '../core/client/outcome/errors';
import type { AccountRules } from '../core/contract/message';
import type { Edge } from '../core/errors/sentence';
import { jsonOf } from '../core/json';
import { asText, readText, messageIn } from '../core/reading';
import { labelIn, parametersIn } from './parameters';
import { field, flag, number, oneOf, text } from './settings';
import { fault, say } from './texts';

/** The name of the node's credential. */
export const CREDENTIAL = 'messagingServiceApi';

/** What n8n calls an account in the core's texts. */
export const IN_N8N: Edge = { account: 'credential' };

export const baseUrl = text('baseUrl', 'Base URL', {
  ...{ required: true, placeholder: 'e.g. https://messaging.example.com' },
  help: 'The address of the service, without /api. It starts with https://; plain http works only for a service on this machine.',
});
export const username = text('username', 'User Name', {
  required: true,
  help: 'The user name of your account, or of an API sub-user from the portal (Interfaces → Overview). The REST interface must be enabled there.',
});
export const versionIn = oneOf(
  'versionIn',
  'Send Version In',
  { path: ['Path', '/api/v2/message'], header: ['Header', 'X-API-Version'] },
  {
    ...{ usual: defaultVersion.versionIn, when: { version: [2] } },
    help: 'Where a request names the version. Version 1 is always in the header.',
  },
);
const defaultCountry = text('defaultCountry', 'Default Country Code', {
  placeholder: 'e.g. +41',
  help: 'The country code for recipients without one, such as +41: 079 123 45 67 is then sent to +41791234567. If empty, such numbers are refused.',
});
const recipientsAllowed = text('recipientsAllowed', 'Recipients Allowed', {
  placeholder: 'e.g. +41791234567, +4179*',
  help: 'The account sends only to these recipients, for example in a test or for an AI agent: numbers such as +41791234567 and prefixes such as +4179*, separated by commas. All others are refused. If empty, everybody is allowed.',
});
const mostToOnePerson = field('number', 'mostToOnePerson', 'Rate Limit per Recipient', {
  ...{ usual: 0, typeOptions: { minValue: 0, maxValue: rateLimitBounds.most, numberPrecision: 0 } },
  help: 'How many messages may go to one person within the period below, in case two bots answer each other. Further messages are skipped, with the outcome over_limit. Each n8n process counts for itself: with several workers, each lets that many through. 0 means no limit.',
});
const mostToOnePersonMinutes = number('mostToOnePersonMinutes', 'Rate Limit Period (Minutes)', {
  ...{ usual: rateLimitBounds.minutes, min: rateLimitBounds.leastMinutes, max: rateLimitBounds.mostMinutes },
  help: 'Over how many minutes the messages to one person are counted',
  unless: { mostToOnePerson: [0] },
});
const strictLimits = flag('strictLimits', 'Strict Limits', {
  usual: true,
  help: 'Whether to refuse texts of more than 4096 characters on WhatsApp or 1000 on RCS, and stickers on WhatsApp, and to write line breaks in a template as spaces. The specification of the service does not state these limits: switch this off if your account allows more.',
});
const timeout = number('timeout', 'Timeout (Seconds)', {
  ...{ usual: 30, min: 1 },
  help: 'How long to wait for the service to answer',
});
export const largestFile = number('largestFile', 'Largest File (MB)', {
  ...{ usual: 16, min: 1 },
  help: 'A larger file is not uploaded, and its item fails',
});
const uploadFormat = oneOf(
  'uploadFormat',
  'Upload Format',
  { multipart: ['Form', 'As multipart/form-data'], raw: ['Raw', 'The bytes of the file as the body'] },
  { usual: 'multipart', help: 'How to upload a file to the service' },
);
export const allowedCallers = text('allowedCallers', 'More Allowed Callers', {
  placeholder: 'e.g. 127.0.0.1, 10.0.0.0/8',
  help: "Addresses and ranges, separated by commas, that may report a delivery to 'Send and Wait', in addition to the service. A trigger has its own list.",
});
const otherPaths = flag('otherPaths', 'Other Paths and Names', {
  usual: false,
  help: 'Whether your account uses other paths than usual for batches or the balance, or another name for the ID of a message',
});
const withOthers = { when: { otherPaths: [true] } };
const batchPath = text('batchPath', 'Batch Path', {
  ...{ usual: defaultPaths.batch, placeholder: 'e.g. messagelist', ...withOthers },
  help: 'The path for batches, below /api',
});
const balancePath = text('balancePath', 'Balance Path', {
  ...{ usual: defaultPaths.balance, placeholder: 'e.g. system/balance', ...withOthers },
  help: 'The path for the balance, below /api. The test of these credentials uses it too.',
});
const messageIdField = text('messageIdField', 'Message ID Field', {
  ...{ placeholder: 'e.g. smsId', ...withOthers },
  help: 'Only if the service returns the ID of a message in another field: the name of that field.',
});

/** The optional settings of the credential that the nodes read, as it shows them. */
export const accountProperties = [
  ...[defaultCountry, recipientsAllowed, mostToOnePerson, mostToOnePersonMinutes, strictLimits],
  ...[timeout, largestFile, uploadFormat, allowedCallers],
  ...[otherPaths, batchPath, balancePath, messageIdField],
].map(({ property }) => property);

/** The account's own name for the ID of a message. */
export function idFieldOf(credential: ICredentialDataDecryptedObject): string | undefined {
  const isSet = otherPaths.read(parametersIn(credential));
  return isSet ? readText(credential, messageIdField.name)?.trim() || undefined : undefined;
}

/** What is secret in a credential, and what is not. */
export function loginOf(credential: ICredentialDataDecryptedObject) {
  const { username: name, password, triggerSecret } = credential;
  return {
    ...{ username: asText(name) ?? '', password: asText(password) ?? '' },
    webhookSecret: asText(triggerSecret) ?? '',
    messageIdField: idFieldOf(credential),
  };
}

/**
 * What a credential says, without user name and password, which only n8n's request helper gets.
 * @throws MessagingError that names the setting that cannot be read: without it, a message could go out that must not
 */
export function readAccount(credential: ICredentialDataDecryptedObject) {
  const given = parametersIn(credential, undefined, 'Credential');
  // What n8n stores has a value: only an expression that finds nothing leaves none.
  const lost = accountProperties.find(
    ({ name }) => name in credential && (credential[name] ?? undefined) === undefined,
  );
  if (lost !== undefined)
    throw invalidField(lost.name, say('lost'), { label: labelIn(given, lost.displayName) });
  const textOf = (name: string) => readText(credential, name) ?? '';
  const isOther = otherPaths.read(given);
  const settings: AccountSettings = {
    baseUrl: textOf('baseUrl'),
    version: textOf('version') === '1' ? 1 : defaultVersion.version,
    versionIn: versionIn.read(given),
    batchPath: isOther ? textOf(batchPath.name) : '',
    balancePath: isOther ? textOf(balancePath.name) : '',
    messageIdField: idFieldOf(credential),
  };
  const countryCode = checkCountryCode(textOf(defaultCountry.name));
  const { recipientsAllowed: entered = '' } = credential;
  // An empty array is no empty text.
  const allowed = typeof entered === 'string' ? entered : String(jsonOf(entered));
  const rules: AccountRules = {
    countryCode,
    recipientsAllowed: checkRecipientsAllowed(allowed, countryCode),
    strictLimits: strictLimits.read(given),
  };
  return {
    ...{ settings, rules },
    rateLimit: rateLimitIn(credential),
    timeoutMs: timeout.read(given) * 1000,
    uploads: { format: uploadFormat.read(given), largestMegabytes: largestFile.read(given) },
  };
}

/**
 * The node's credential.
 * @throws MessagingError `invalid_settings` if there is none, or n8n cannot read it
 */
export async function credentialOf(context: IExecuteFunctions): Promise<ICredentialDataDecryptedObject> {
  try {
    return await context.getCredentials(CREDENTIAL);
  } catch (error) {
    throw unreadable(messageIn(error));
  }
}

function unreadable(reason: string): MessagingError {
  return new MessagingError(fault('invalid_settings.noCredential', { reason }));
}
