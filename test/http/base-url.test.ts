import { expect, test } from 'vitest';
import { originOf, parseBaseUrl, urlBelow } from '../../src/api/client/base-url.ts';
import { InvalidBaseUrlError } from '../../src/api/client/errors.ts';

test.for([
  ['https://api.example.com', 'https://api.example.com/api/x'],
  ['https://api.example.com/', 'https://api.example.com/api/x'],
  ['https://api.example.com/v1/pay/', 'https://api.example.com/v1/pay/api/x'],
  [' https://api.example.com:8443/v1 ', 'https://api.example.com:8443/v1/api/x'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/api/x'],
  ['http://127.3.2.1', 'http://127.3.2.1/api/x'],
  ['http://[::1]:4010/p', 'http://[::1]:4010/p/api/x'],
  ['http://localhost:4010', 'http://localhost:4010/api/x'],
])('%s keeps its path', ([text = '', url]) => {
  const base = parseBaseUrl(text);
  expect(urlBelow(base, '/api/x')).toBe(url);
  expect(url).toContain(originOf(base));
});

test.for([
  ['http://api.example.com/v1', /https:\/\/api\.example\.com\/v1/],
  ['http://127.0.0.1.example.com', /https/],
  ['http://localhost.example.com', /https/],
  ['http://[::ffff:127.0.0.1]', /https/],
  ['ftp://api.example.com', /https:\/\//],
  ['localhost:4010', /https:\/\//],
  ['api.example.com', /must be like https/],
  ['', /must be like https/],
  ['https://a b.example.com', /must be like https/],
  ['https://api.example.com?x=1', /must not have a query or fragment/],
  ['https://api.example.com/#', /must not have a query or fragment/],
] as const)('%s is refused, with a hint', ([text, words]) => {
  expect(() => parseBaseUrl(text)).toThrow(InvalidBaseUrlError);
  expect(() => parseBaseUrl(text)).toThrow(words);
});

test('a password in a URL is refused and not repeated', () => {
  expect(() => parseBaseUrl('https://me:hunter22@api.example.com')).toThrow(/must not contain/);
  expect(() => parseBaseUrl('https://me:hunter22@api.example.com')).not.toThrow(/hunter22/);
});
