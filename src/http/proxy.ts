import { BadAddress } from './errors.ts';

/** The proxy settings of the environment, as they were given. */
export interface ProxySettings {
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
}

/** Whether connections to this address may go through a proxy, so that the pooled `Send` is needed. */
export const mayUseProxy = ({ protocol }: URL, { httpProxy, httpsProxy }: ProxySettings): boolean =>
  Boolean(protocol === 'https:' ? httpsProxy || httpProxy : httpProxy);

/** A proxy may be written without its scheme. Throws `BadAddress`, without the address: it may hold a password. */
export function proxyAddress(name: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') return '';
  const written = text.includes('://') ? text.trim() : `http://${text.trim()}`;
  if (URL.canParse(written) && /^https?:/i.test(written)) return written;
  throw new BadAddress(`${name} is not the address of a proxy: it must be like http://proxy:8080`);
}
