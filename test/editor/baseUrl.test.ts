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
    expect(textChecks.baseUrl(address)).toBeUndefined();
    expect(() => checkBaseUrl(address)).not.toThrow();
  });

  it.each([
    ['messaging.example.com', 'noAddress'],
    ['ftp://messaging.example.com', 'noAddress'],
    ['https://', 'noAddress'],
    ['https://anna:secret@messaging.example.com', 'credentials'],
    ['https://messaging.example.com?a=b', 'query'],
    ['https://messaging.example.com/#a', 'query'],
    ['http://messaging.example.com', 'unencrypted'],
    ['http://localhost.example.com', 'unencrypted'],
    ['https://messaging.example.com/api', 'api'],
    ['https://messaging.example.com/gateway/api/v2/', 'api'],
  ])('%s is marked as the client refuses it (%s)', (address, fault) => {
    expect(textChecks.baseUrl(address)).toEqual({ key: `baseUrl.${fault}` });
    expect(() => checkBaseUrl(address)).toThrow();
  });
});
