import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { defaultVersion, type AccountSettings } from '../core/client/calls/account';
import { invalidSettings } from '../core/client/outcome/errors';
import type { Edge } from '../core/errors/sentence';
import { readField, readText } from '../core/reading';
import { largestFile, timeout, uploadFormat } from './accountFields';
import { parametersIn } from './parameters';

/** The name of the node's credential. */
export const CREDENTIAL = 'messagingServiceApi';

/** What n8n calls an account in the core's texts. */
export const IN_N8N: Edge = { account: 'credential' };

/**
 * The node's credential.
 * @throws MessagingError `invalid_settings` if there is none, or n8n cannot read it
 */
export async function credentialOf(context: IExecuteFunctions): Promise<ICredentialDataDecryptedObject> {
  try {
    return await context.getCredentials(CREDENTIAL);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidSettings(
      `The credential cannot be read: ${reason}`,
      'Choose the credential of this node again.',
    );
  }
}

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

/** What the account changes about the rules of a message, as entered in its credential. */
export interface EnteredRules {
  /** The country code for national numbers; empty if there is none. */
  defaultCountry: string;
  /**
   * The only recipients that are allowed; empty if all are, also in a credential that an older version stored. An expression that finds
   * nothing is no empty list: it cannot be read, so that nothing is sent.
   */
  recipientsAllowed: string;
  /** Whether the limits are checked that the specification does not have; a credential that an older version stored does. */
  strictLimits: boolean;
}

export function enteredRules(credential: ICredentialDataDecryptedObject): EnteredRules {
  return {
    defaultCountry: readText(credential, 'defaultCountry') ?? '',
    recipientsAllowed: 'recipientsAllowed' in credential ? String(credential.recipientsAllowed) : '',
    strictLimits: readField(credential, 'strictLimits') !== false,
  };
}

/** How long to wait for an answer of the service, in milliseconds. */
export function timeoutOf(credential: ICredentialDataDecryptedObject): number {
  return timeout.read(parametersIn(credential)) * 1000;
}

/** How files are uploaded. */
export interface UploadSettings {
  format: 'multipart' | 'raw';
  largestMegabytes: number;
}

/** @throws MessagingError `invalid_request` that names the setting that cannot be read */
export function uploadSettings(credential: ICredentialDataDecryptedObject): UploadSettings {
  return {
    format: uploadFormat.read(parametersIn(credential)),
    largestMegabytes: largestFile.read(parametersIn(credential)),
  };
}
