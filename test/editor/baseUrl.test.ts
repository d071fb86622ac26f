import { checkBaseUrl } from '../../core/client';
import { textChecks } from '../../editor/checks/settings';

describe('the base URL in the account dialog', () => {
  it.each([
    'https://messaging.example.com',
    'https://messaging.example.com/gateway/',
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
  ])('is good: %s', (address) => {
    expect(textChecks['baseUrl']?.(address)).toBeUndefined();
    expect(() => checkBaseUrl(address)).not.toThrow();
  });

  it.each([
    ['messaging.example.com', 'noBaseUrl'],
    ['ftp://messaging.example.com', 'noBaseUrl'],
    ['https://', 'noBaseUrl'],
    ['https://anna:secret@messaging.example.com', 'urlWithLogin'],
    ['https://messaging.example.com?a=b', 'urlWithQuery'],
    ['https://messaging.example.com/#a', 'urlWithQuery'],
    ['http://messaging.example.com', 'unencrypted'],
    ['http://localhost.example.com', 'unencrypted'],
    ['https://messaging.example.com/api', 'urlWithApi'],
    ['https://messaging.example.com/gateway/api/v2/', 'urlWithApi'],
  ])('%s is marked as the client refuses it (%s)', (address, problem) => {
    expect(textChecks['baseUrl']?.(address)).toMatchObject({ key: problem });
    expect(() => checkBaseUrl(address)).toThrow();
  });
});
