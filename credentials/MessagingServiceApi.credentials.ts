import type {
  IAuthenticate,
  Icon,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

import { checkBaseUrl, defaultPaths, defaultVersion, rateLimitBounds } from '../core/client/calls/account';
import { asMessagingError, inOneLine } from '../core/client/outcome/errors';
import { readProperty, readText } from '../core/reading';
import { IN_N8N } from '../nodes/account';
import { allowedCallers, largestFile, timeout, uploadFormat } from '../nodes/accountFields';
import { field, flag, number, text, type Setting } from '../nodes/settings';

const defaultCountry = text('defaultCountry', 'Default Country Code', {
  placeholder: 'e.g. +41',
  help: 'The country code for recipients without one, such as +41: 079 123 45 67 is then sent to +41791234567. If empty, such numbers are refused.',
});
const recipientsAllowed = text('recipientsAllowed', 'Recipients Allowed', {
  placeholder: 'e.g. +41791234567, +4179*',
  help: 'The account sends only to these recipients, for example in a test or for an AI agent: numbers such as +41791234567 and prefixes such as +4179*, separated by commas. All others are refused. If empty, everybody is allowed.',
});
const mostToOnePerson = field(
  {
    displayName: 'Most to One Person',
    name: 'mostToOnePerson',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: rateLimitBounds.most, numberPrecision: 0 },
    default: 0,
  },
  {
    help: 'The rate limit per recipient: how many messages may go to one person within the minutes below, in case two bots answer each other. Further messages are skipped, with the outcome over_limit. Each n8n process counts for itself: with several workers, each lets as many through. 0 means no limit.',
  },
);
const mostToOnePersonMinutes = number('mostToOnePersonMinutes', 'Minutes for Most to One Person', {
  ...{ usual: rateLimitBounds.minutes, min: rateLimitBounds.leastMinutes, max: rateLimitBounds.mostMinutes },
  help: 'The minutes in which the messages to one person are counted',
  unless: { mostToOnePerson: [0] },
});
const strictLimits = flag('strictLimits', 'Strict Limits', {
  usual: true,
  help: 'Whether to refuse texts of more than 4096 characters on WhatsApp or 1000 on RCS, and stickers on WhatsApp, and to write line breaks in a template as spaces. The specification of the service does not state these limits: switch this off if your account allows more.',
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
  help: 'Only if the service returns the ID of a message in another field: the name of that field. A message with a value in it counts as accepted.',
});

const shown = ({ property }: Setting<unknown>) => property;

export class MessagingServiceApi implements ICredentialType {
  name = 'messagingServiceApi';

  displayName = 'Messaging Service API';

  icon: Icon = { light: 'file:../icons/messaging.svg', dark: 'file:../icons/messaging.dark.svg' };

  documentationUrl =
    'https://github.com/messaging-service/n8n-nodes-messaging-service/blob/main/packages/n8n/README.md#authentication';

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
      description: 'Where a request names the version. Version 1 is always in the header.',
      displayOptions: { show: { version: [2] } },
    },
    ...[defaultCountry, recipientsAllowed, mostToOnePerson, mostToOnePersonMinutes, strictLimits].map(shown),
    ...[timeout, largestFile, uploadFormat, allowedCallers].map(shown),
    ...[otherPaths, batchPath, balancePath, messageIdField].map(shown),
    {
      displayName: 'Trigger Secret',
      name: 'triggerSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Only for triggers that check a shared secret: the text after ?secret= in the URL that the service calls',
    },
  ];

  /**
   * Basic authentication, only for requests to the service's own address, over a connection with a valid certificate. Redirects are not
   * followed: n8n would send user name and password to wherever they lead.
   */
  authenticate: IAuthenticate = async (credentials, request) => {
    const origin = originOf(credentials.baseUrl);
    const address = addressOf(request);
    if (!URL.canParse(address, request.baseURL) || new URL(address, request.baseURL).origin !== origin) {
      throw new Error(
        `These credentials are only for requests to ${origin}. Use an address that begins with the base URL of the credential.`,
      );
    }
    if (
      request.skipSslCertificateValidation === true ||
      readProperty(request, 'rejectUnauthorized') === false
    )
      throw new Error(
        "These credentials need a valid certificate. Switch off 'Ignore SSL Issues' in this node.",
      );
    return {
      ...request,
      auth: { username: String(credentials.username), password: String(credentials.password) },
      disableFollowRedirect: true,
      followRedirect: false,
      followAllRedirects: false,
    };
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

/** @throws Error in the words of the credential */
function originOf(baseUrl: unknown): string {
  try {
    return new URL(checkBaseUrl(String(baseUrl))).origin;
  } catch (error) {
    const failure = asMessagingError(error);
    throw new Error(inOneLine(failure.fact, failure.adviceFor(IN_N8N)));
  }
}
