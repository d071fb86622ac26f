import { checkBaseUrl, MessagingError } from '../../../core/client';

function refusalOf(baseUrl: string): MessagingError {
  try {
    checkBaseUrl(baseUrl);
  } catch (error) {
    if (error instanceof MessagingError) return error;
    throw error;
  }
  throw new Error(`${baseUrl} was accepted.`);
}

describe('the base URL of an account', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    [' https://api.example.com/gateway// ', 'https://api.example.com/gateway'],
    ['HTTPS://API.example.com:8443', 'https://api.example.com:8443'],
    ['http://localhost:8026', 'http://localhost:8026'],
    ['http://LOCALHOST', 'http://localhost'],
    ['http://127.0.0.1:8026/', 'http://127.0.0.1:8026'],
    ['http://127.1.2.3', 'http://127.1.2.3'],
    ['http://[::1]:8026', 'http://[::1]:8026'],
  ])('%j is %s', (baseUrl, url) => {
    expect(checkBaseUrl(baseUrl)).toBe(url);
  });

  it.each([
    ['', 'The base URL is missing'],
    ['  ', 'The base URL is missing'],
    ['api.example.com', 'The base URL "api.example.com" must be a URL that starts with https://'],
    ['ftp://api.example.com', 'The base URL "ftp://api.example.com" must be a URL that starts with https://'],
    ['javascript:alert(1)', 'The base URL "javascript:alert(1)" must be a URL that starts with https://'],
    ['https://', 'The base URL "https://" must be a URL that starts with https://'],
    [
      'http://127.0.0.1.example.com',
      'The base URL "http://127.0.0.1.example.com" must start with https:// (http:// only for this machine)',
    ],
    [
      'http://localhost.example.com',
      'The base URL "http://localhost.example.com" must start with https:// (http:// only for this machine)',
    ],
    [
      'http://0.0.0.0:8026',
      'The base URL "http://0.0.0.0:8026" must start with https:// (http:// only for this machine)',
    ],
    ['https://api.example.com?a=b', 'The base URL "https://api.example.com" must end before ? and #'],
    [
      'https://api.example.com/api',
      'The base URL "https://api.example.com/api" must end before /api, which is added to it',
    ],
    [
      'https://example.com/gateway/API/v2/',
      'The base URL "https://example.com/gateway/API/v2/" must end before /api, which is added to it',
    ],
    ['https://api.example.com/#a', 'The base URL "https://api.example.com/" must end before ? and #'],
  ])('refuses %j', (baseUrl, message) => {
    expect(refusalOf(baseUrl)).toMatchObject({
      fact: message,
      outcome: 'not_sent',
      code: 'invalid_settings',
    });
    expect(refusalOf(baseUrl).adviceFor()).toContain('account');
  });

  it.each([
    'https://user:secret@api.example.com',
    'https://secret@api.example.com',
    'https:user:secret@api.example.com',
    'https:\\\\user:secret@api.example.com',
    'https//user:secret@api.example.com',
    'user:secret@api.example.com',
    'https://user:se/secret@api.example.com:x',
    'ftp://user:secret@api.example.com',
    'http://user:secret@api.example.com',
    'https://api.example.com?key=secret',
    'https://api.example.com#secret',
    'api.example.com?key=secret',
  ])('shows no secret of %s', (baseUrl) => {
    const error = refusalOf(baseUrl);
    expect(error.message + error.describe()).not.toContain('secret');
  });
});
