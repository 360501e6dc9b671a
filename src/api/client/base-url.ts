/** Base URLs: their validation, and URLs below them. */

import { InvalidBaseUrlError } from './errors.ts';

/**
 * Parses the base URL of a service: https, or http on a loopback host only. A path is kept; operations are relative to
 * it.
 *
 * @throws {InvalidBaseUrlError} Naming the change to make.
 */
export function parseBaseUrl(text: string): URL {
  const url = parse(text.trim());
  if (url.username !== '' || url.password !== '') {
    throw new InvalidBaseUrlError('The base URL must not contain a user name or password.');
  }
  if (/[?#]/.test(text)) {
    throw new InvalidBaseUrlError(
      `The base URL must not have a query or fragment: ${url.origin}${url.pathname}`,
    );
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
    return url;
  throw new InvalidBaseUrlError(
    url.protocol === 'http:'
      ? `Plain http is allowed on this machine only: use https://${url.host}${url.pathname}`
      : `The base URL must start with https://, like https://api.example.com`,
  );
}

/** Returns the origin (scheme, host and port) that a token is bound to. */
export const originOf = (base: URL): string => base.origin;

export const urlBelow = (base: URL, path: string): string =>
  // `new URL(path, base)` would drop the base URL's own path.
  `${base.origin}${requestPathOf(base, path)}`;

/** Returns the path of the request line: the base URL's path followed by `path`. */
export const requestPathOf = (base: URL, path: string): string =>
  `${base.pathname.replace(/\/+$/, '')}${path}`;

function parse(text: string): URL {
  if (isVisible(text) && URL.canParse(text)) return new URL(text);
  throw new InvalidBaseUrlError('Invalid base URL: must be like https://api.example.com');
}

/** Reports whether a text has no whitespace and no control character, which the URL parser would drop. */
const isVisible = (text: string): boolean => /^[!-~]*$/.test(text) || !/[\s\p{Cc}]/u.test(text);

/** Reports whether a host, as spelled by `URL`, is a name or address of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
