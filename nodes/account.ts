import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { defaultVersion, type AccountSettings } from '../core/client/calls/account';
import { readField, readText } from '../core/reading';

/** The account of a credential, without user name and password, which only n8n's request helper gets. */
export function accountOf(credential: ICredentialDataDecryptedObject): AccountSettings {
  const otherPaths = readField(credential, 'otherPaths') === true;
  return {
    baseUrl: readText(credential, 'baseUrl') ?? '',
    version: readText(credential, 'version') === '1' ? 1 : defaultVersion.version,
    versionIn: readText(credential, 'versionIn') === 'header' ? 'header' : defaultVersion.versionIn,
    batchPath: otherPaths ? readText(credential, 'batchPath') : undefined,
    balancePath: otherPaths ? readText(credential, 'balancePath') : undefined,
    messageIdField: otherPaths ? readText(credential, 'messageIdField')?.trim() || undefined : undefined,
  };
}

/** Whether the account checks the limits that the specification does not have; a credential that an older version stored does. */
export function hasStrictLimits(credential: ICredentialDataDecryptedObject): boolean {
  return readField(credential, 'strictLimits') !== false;
}

/**
 * The only recipients that are allowed, as entered in the credential; a credential that an older version stored allows all. An expression
 * that finds nothing is no empty list: it cannot be read, so that nothing is sent.
 */
export function recipientsAllowedOf(credential: ICredentialDataDecryptedObject): string {
  return 'recipientsAllowed' in credential ? String(credential.recipientsAllowed) : '';
}

/** The country for national numbers, as entered in the credential. */
export function defaultCountryOf(credential: ICredentialDataDecryptedObject): string {
  return readText(credential, 'defaultCountry') ?? '';
}
