/** The address of a database, taken apart. */
export interface PostgresUrl {
  /** For the driver: without what is ours. */
  readonly connection: string;
  readonly schema: string;
  /** It is on another machine, and the address does not say otherwise with `sslmode`. */
  readonly needsTls: boolean;
}

/**
 * Reads `postgres://user@host:port/database?schema=name`. Throws `InvalidBaseUrlError` for what is no such address, and for one that
 * holds a password: addresses are printed, and the driver takes a password from PGPASSWORD or ~/.pgpass.
 */
export function parsePostgresUrl(text: string, schema: string): PostgresUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new BadAddress('A database must be postgres://user@host/name');
  }
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new BadAddress(
      'A database must not include a password: it is read from PGPASSWORD or ~/.pgpass',
    );
  }
  const wanted = url.searchParams.get('schema') ?? schema;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(wanted)) {
    throw new BadAddress(
      `'${wanted}' is not a valid schema name: use lowercase letters, digits and _`,
    );
  }
  url.searchParams.delete('schema');
  const host = url.searchParams.get('host') ?? url.hostname;
  const needsTls = !isHere(host) && !url.searchParams.has('sslmode');
  return { connection: url.href, schema: wanted, needsTls };
}

/** What is no address of a database, or not one that is taken. */
class BadAddress extends Error {
  override readonly name = 'InvalidBaseUrlError';
  readonly code = 'BAD_ADDRESS';
}

/** A name of this machine, or the folder of a socket. */
const isHere = (host: string) =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
