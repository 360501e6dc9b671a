import { InvalidBaseUrlError } from './errors.ts';

/**
 * Checks the address of a service: https, or http on this machine only; a path is kept, and operations are relative to it.
 * Throws `InvalidBaseUrlError` with what to change.
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

/** What a token is bound to: scheme, host and port. */
export const originOf = (base: URL): string => base.origin;

/** Where a path of the service lies below the base address. (`new URL` would drop the base's own path.) */
export const urlBelow = (base: URL, path: string): string =>
  `${base.origin}${requestPathOf(base, path)}`;

/** The same without the origin: what stands in the request line. */
export const requestPathOf = (base: URL, path: string): string =>
  `${base.pathname.replace(/\/+$/, '')}${path}`;

function parse(text: string): URL {
  if (isVisible(text) && URL.canParse(text)) return new URL(text);
  throw new InvalidBaseUrlError('Invalid base URL: must be like https://api.example.com');
}

/** No blank and no control character, which the parser of addresses would drop. */
const isVisible = (text: string): boolean => /^[!-~]*$/.test(text) || !/[\s\p{Cc}]/u.test(text);

/** The names and addresses of this machine, as `URL` spells them. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
