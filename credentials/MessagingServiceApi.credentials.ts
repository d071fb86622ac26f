import type {
  IAuthenticate,
  IAuthenticateRuleResponseCode,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

import {
  checkBaseUrl,
  checkCountryCode,
  countryCodeHelp,
  defaultPaths,
  defaultVersion,
  endpointUrl,
  messageIdFieldHelp,
  pathOf,
  strictLimitsHelp,
  versionHeaders,
  type AccountSettings,
} from '../core/client/account';
import { asMessagingError } from '../core/client/errors';
import { readProperty, readText } from '../core/reading';
import { inCredentialWords } from '../nodes/MessagingService/credentialWords';
import { accountOf, defaultCountryOf } from '../nodes/account';

export class MessagingServiceApi implements ICredentialType {
  name = 'messagingServiceApi';

  displayName = 'Messaging Service API';

  icon: Icon = { light: 'file:../icons/messaging.svg', dark: 'file:../icons/messaging.dark.svg' };

  documentationUrl = 'https://github.com/messaging-service/n8n-nodes-messaging-service#readme';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://messaging.example.com',
      description:
        'The address of the service, without /api. It starts with https://; plain http works only for a service on this machine.',
    },
    {
      displayName: 'User Name',
      name: 'username',
      type: 'string',
      default: '',
      required: true,
      description:
        'The user name of your account, or of an API sub-user from the portal (Interfaces → Overview). The REST interface must be enabled there.',
    },
    spacesNotice('username', 'The user name'),
    {
      displayName: 'Password',
      name: 'password',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
    spacesNotice('password', 'The password'),
    {
      displayName: 'Version',
      name: 'version',
      type: 'options',
      options: [
        { name: 'Version 2', value: 2, description: 'Times are in UTC and end with Z' },
        { name: 'Version 1', value: 1 },
      ],
      default: defaultVersion.version,
      description: 'The version of the interface to use',
    },
    {
      displayName: 'Send Version In',
      name: 'versionIn',
      type: 'options',
      options: [
        { name: 'Path', value: 'path', description: '/api/v2/message' },
        { name: 'Header', value: 'header', description: 'X-API-Version' },
      ],
      default: defaultVersion.versionIn,
      description: 'How the service is told which version to use. Version 1 is always sent in the header.',
      displayOptions: { show: { version: [2] } },
    },
    {
      displayName: 'Default Country Code',
      name: 'defaultCountry',
      type: 'string',
      default: '',
      placeholder: 'e.g. +41',
      description: countryCodeHelp,
    },
    {
      displayName: 'Strict Limits',
      name: 'strictLimits',
      type: 'boolean',
      default: true,
      description: strictLimitsHelp,
    },
    {
      displayName: 'Other Paths and Names',
      name: 'otherPaths',
      type: 'boolean',
      default: false,
      description:
        'Whether your account uses other paths than usual for batches or the balance, or another name for the ID of a message',
    },
    {
      displayName: 'Batch Path',
      name: 'batchPath',
      type: 'string',
      default: defaultPaths.batch,
      placeholder: 'e.g. messagelist',
      description: 'The path for batches, below /api',
      displayOptions: { show: { otherPaths: [true] } },
    },
    {
      displayName: 'Balance Path',
      name: 'balancePath',
      type: 'string',
      default: defaultPaths.balance,
      placeholder: 'e.g. system/balance',
      description: 'The path for the balance, below /api. The test of these credentials uses it too.',
      displayOptions: { show: { otherPaths: [true] } },
    },
    {
      displayName: 'Message ID Field',
      name: 'messageIdField',
      type: 'string',
      default: '',
      placeholder: 'e.g. smsId',
      description: messageIdFieldHelp,
      displayOptions: { show: { otherPaths: [true] } },
    },
    {
      displayName: 'Trigger Secret',
      name: 'triggerSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Only for triggers that check a shared secret: what follows ?secret= in the URL that the service calls',
    },
  ];

  /**
   * Basic authentication, only for requests to the service's own address, over a connection with a valid certificate. Redirects are not
   * followed: n8n would send user name and password to wherever they lead.
   */
  authenticate: IAuthenticate = async (credentials, request) => {
    const origin = originOf(credentials.baseUrl);
    const isTest = TEST_MARK in (request.headers ?? {});
    const address = addressOf(request);
    if (
      !isTest &&
      (!URL.canParse(address, request.baseURL) || new URL(address, request.baseURL).origin !== origin)
    ) {
      throw new Error(
        `These credentials are only for requests to ${origin}. Use an address that begins with the base URL of the credential.`,
      );
    }
    if (
      request.skipSslCertificateValidation === true ||
      readProperty(request, 'rejectUnauthorized') === false
    )
      throw new Error(
        'These credentials need a valid certificate. Switch off Ignore SSL Issues in this node.',
      );
    const authenticated = {
      ...request,
      auth: { username: String(credentials.username), password: String(credentials.password) },
      disableFollowRedirect: true,
      followRedirect: false,
      followAllRedirects: false,
    };
    return isTest
      ? testRequest(authenticated, accountOf(credentials), defaultCountryOf(credentials))
      : authenticated;
  };

  /** Asks for the balance: the service answers only if it accepts user name and password. */
  test: ICredentialTestRequest = {
    request: {
      // `testRequest` replaces the address and adds the version, as the client would.
      baseURL: '={{ $credentials.baseUrl }}',
      url: '/api/system/balance',
      headers: {
        Accept: 'application/json',
        [TEST_MARK]: 'yes',
      },
      disableFollowRedirect: true,
    },
    rules: [
      rule(
        401,
        'The service does not accept the user name or password. Check both, and that the REST interface is enabled in the portal under Interfaces → Overview. The service caches account settings: a change there can take a while.',
      ),
      rule(
        403,
        'The service does not permit this account to ask for its balance. Check what the account or sub-user is permitted to do.',
      ),
      rule(
        404,
        'The service has no such address. Check the base URL and, if your account uses other paths, the balance path.',
      ),
    ],
  };
}

/** Marks the request of the test in its headers until it is sent: n8n always sets its own time-out of 300 seconds for the test. */
const TEST_MARK = 'x-credential-test';
const TEST_TIMEOUT_MS = 15_000;

/**
 * The request of the test as the client would make it, with the client's time-out; the signal also ends a request that hangs before it is
 * connected.
 */
function testRequest(
  request: IHttpRequestOptions,
  account: AccountSettings,
  country: string,
): IHttpRequestOptions {
  const others = Object.entries(request.headers ?? {}).filter(([name]) => name !== TEST_MARK);
  return {
    ...request,
    baseURL: undefined,
    url: plainly(() => {
      checkCountryCode(country);
      return endpointUrl(account, pathOf(account, 'balance'));
    }),
    headers: { ...Object.fromEntries(others), ...versionHeaders(account) },
    timeout: TEST_TIMEOUT_MS,
    abortSignal: AbortSignal.timeout(TEST_TIMEOUT_MS + 1000),
  };
}

/** Both values are used as entered, but a space that was copied along is hard to see. */
function spacesNotice(field: string, subject: string): INodeProperties {
  return {
    displayName: `${subject} begins or ends with a space. It is used as entered.`,
    name: `${field}Spaces`,
    type: 'notice',
    default: '',
    displayOptions: { show: { [field]: [{ _cnd: { regex: '^\\s|\\s$' } }] } },
  };
}

/** The address of a request. n8n's own HTTP Request node still uses the older helper, which says `uri` instead of `url`. */
function addressOf(request: IHttpRequestOptions): string {
  return readText(request, 'url', 'uri') ?? '';
}

function originOf(baseUrl: unknown): string {
  return plainly(() => new URL(checkBaseUrl(String(baseUrl))).origin);
}

/** Throws errors without a code: the newest n8n would show the code instead of the message when it tests the credential. */
function plainly(read: () => string): string {
  try {
    return read();
  } catch (error) {
    const { fact, advice } = asMessagingError(error);
    throw new Error(inCredentialWords(`${fact}. ${advice}`));
  }
}

function rule(value: number, message: string): IAuthenticateRuleResponseCode {
  return { type: 'responseCode', properties: { value, message } };
}
