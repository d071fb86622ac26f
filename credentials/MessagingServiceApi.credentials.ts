import type {
  IAuthenticate,
  Icon,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

import { checkBaseUrl, defaultVersion } from '../core/client/calls/account';
import { asMessagingError, inOneLine } from '../core/client/outcome/errors';
import { readProperty, readText } from '../core/reading';
import { accountProperties, baseUrl, IN_N8N, username, versionIn } from '../nodes/account';
import { propertyOf, text } from '../nodes/settings';

export class MessagingServiceApi implements ICredentialType {
  name = 'messagingServiceApi';

  displayName = 'Messaging Service API';

  icon: Icon = { light: 'file:../icons/messaging.svg', dark: 'file:../icons/messaging.dark.svg' };

  documentationUrl =
    'https://github.com/messaging-service/n8n-nodes-messaging-service/blob/main/packages/n8n/README.md#authentication';

  properties: INodeProperties[] = [
    baseUrl.property,
    username.property,
    spacesNotice('username', 'The user name'),
    text('password', 'Password', { required: true, typeOptions: { password: true } }).property,
    spacesNotice('password', 'The password'),
    propertyOf('options', 'version', 'Version', {
      options: [
        { name: 'Version 2', value: 2, description: 'Times are in UTC and end with Z' },
        { name: 'Version 1', value: 1 },
      ],
      ...{ usual: defaultVersion.version, help: 'The version of the interface to use' },
    }),
    versionIn.property,
    ...accountProperties,
    text('triggerSecret', 'Webhook Secret', {
      typeOptions: { password: true },
      help: 'Only for triggers that check a shared secret: the text after ?secret= in the URL that the service calls',
    }).property,
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
  const text = `${subject} begins or ends with a space. It is used as entered.`;
  const when = { [field]: [{ _cnd: { regex: '^\\s|\\s$' } }] };
  return propertyOf('notice', `${field}Spaces`, text, { when });
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
