import { isLoopback } from '../base-url.ts';
import { InvalidBaseUrlError } from '../errors.ts';

/** The environment variables that can name the proxy, the first that is set first. */
export const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const;

/** The proxy variables of the environment, unparsed. */
export type ProxySettings = Readonly<
  Partial<Record<(typeof PROXY_VARIABLES)[number] | 'NO_PROXY', string | undefined>>
>;

/** A proxy, and the environment variable that names it. */
export interface HttpProxy {
  readonly url: URL;
  readonly variable: string;
}

/**
 * Returns the proxy for a base URL; `undefined` for a loopback host, for hosts in `NO_PROXY`, and if no proxy is set.
 *
 * @throws {InvalidBaseUrlError} For an invalid proxy URL.
 */
export function proxyFor(base: URL, settings: ProxySettings): HttpProxy | undefined {
  if (isLoopback(base.hostname) || isExempt(base, settings.NO_PROXY ?? '')) return undefined;
  const variable = PROXY_VARIABLES.find((name) => settings[name]);
  return variable && { url: proxyAddress(variable, settings[variable] ?? ''), variable };
}

/**
 * Parses the URL of a proxy; the scheme may be omitted.
 *
 * @throws {InvalidBaseUrlError} Without the URL in the message, since it may contain a password.
 */
export function proxyAddress(name: string, text: string): URL {
  const written = text.includes('://') ? text.trim() : `http://${text.trim()}`;
  if (URL.canParse(written) && /^https?:/i.test(written)) return new URL(written);
  throw new InvalidBaseUrlError(
    `${name} is not a proxy URL: it must be like http://proxy:8080; SOCKS is not supported`,
  );
}

/** Reports whether a host is exempt. `*` is every host; a name is that host and its subdomains; a port restricts it. */
function isExempt({ hostname, port }: URL, noProxy: string): boolean {
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = entry, only] = /^(.+?):(\d+)$/.exec(entry) ?? [];
      const host = name.replace(/^\*?\./, '');
      const isHost = name === '*' || hostname === host || hostname.endsWith(`.${host}`);
      return isHost && (only === undefined || only === (port || '443'));
    });
}
