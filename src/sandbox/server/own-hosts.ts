/** The host names of a sandbox. */

/** The port and the names by which a sandbox is reached. */
export interface AllowedHosts {
  /** The port of this machine; absent if the sandbox is called in process. */
  readonly port: number | undefined;
  /** Names that other machines use, each with any port unless it has one. */
  readonly names: readonly string[];
}

/**
 * Returns the check of a `Host` header. Other names are refused, so that a page of another site cannot reach the sandbox
 * through a name of its own that resolves to this machine (DNS rebinding).
 */
export const ownHosts =
  ({ port, names }: AllowedHosts) =>
  (host: string): boolean => {
    if (names.includes(host) || names.includes(host.replace(/:\d+$/, ''))) return true;
    const match = /^(?:127\.0\.0\.1|localhost)(?::(\d+))?$/.exec(host);
    return match !== null && (port === undefined || Number(match[1] ?? 80) === port);
  };

/** Returns the base URL of links for other machines; `undefined` if there are none. */
export function urlOfLinks({ port, names: [name] }: AllowedHosts): string | undefined {
  if (name === undefined) return undefined;
  return /:\d+$/.test(name) ? `http://${name}` : `http://${name}:${port}`;
}
