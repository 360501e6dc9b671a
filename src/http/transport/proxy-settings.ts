import { isLoopback } from '../base-url.ts';
import { InvalidBaseUrlError } from '../errors.ts';

/** The proxy settings of the environment, as they were given. */
export interface ProxySettings {
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
}

/** A proxy that connections go through, and the variable that names it. */
export interface HttpProxy {
  readonly url: URL;
  readonly variable: string;
}

/**
 * The proxy for connections to an address; none for this machine, whatever the environment says, and for what NO_PROXY
 * names. Throws `InvalidBaseUrlError` for a proxy that is none.
 */
export function proxyFor(
  base: URL,
  { httpProxy, httpsProxy, noProxy = '' }: ProxySettings,
): HttpProxy | undefined {
  if (isLoopback(base.hostname) || isExempt(base, noProxy)) return undefined;
  if (httpsProxy) return { url: proxyAddress('HTTPS_PROXY', httpsProxy), variable: 'HTTPS_PROXY' };
  if (httpProxy) return { url: proxyAddress('HTTP_PROXY', httpProxy), variable: 'HTTP_PROXY' };
  return undefined;
}

/** A proxy may be written without its scheme. Throws `InvalidBaseUrlError`, without the address: it may hold a password. */
export function proxyAddress(name: string, text: string): URL {
  const written = text.includes('://') ? text.trim() : `http://${text.trim()}`;
  if (URL.canParse(written) && /^https?:/i.test(written)) return new URL(written);
  throw new InvalidBaseUrlError(`${name} is not a proxy URL: it must be like http://proxy:8080`);
}

/** `*` is every host; a name is its own host and those below it, with a port that port alone. */
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
