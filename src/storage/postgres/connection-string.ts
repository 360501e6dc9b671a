/** Connection strings of PostgreSQL. */

/** A parsed connection string. */
export interface PostgresUrl {
  /** The string for the driver, without `schema`. */
  readonly connection: string;
  readonly schema: string;
  /** True for another machine unless the string has `sslmode`. */
  readonly needsTls: boolean;
}

/**
 * Parses a connection string.
 *
 * Its schema is by default `schema`.
 *
 * @example `postgres://user@host:5432/database?schema=name`
 * @throws {Error} with the code `BAD_ADDRESS`, if it is malformed or holds a password: connection strings are printed,
 * and the driver takes a password from PGPASSWORD or ~/.pgpass
 */
export function parsePostgresUrl(text: string, schema: string): PostgresUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new InvalidConnectionStringError('A database must be postgres://user@host/name');
  }
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new InvalidConnectionStringError(
      'A database must not include a password: it is read from PGPASSWORD or ~/.pgpass',
    );
  }
  const name = url.searchParams.get('schema') ?? schema;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    throw new InvalidConnectionStringError(
      `'${name}' is not a valid schema name: use lowercase letters, digits and _`,
    );
  }
  url.searchParams.delete('schema');
  const host = url.searchParams.get('host') ?? url.hostname;
  const needsTls = !isLocal(host) && !url.searchParams.has('sslmode');
  return { connection: url.href, schema: name, needsTls };
}

/** The error for a connection string that is malformed or not allowed. */
class InvalidConnectionStringError extends Error {
  override readonly name = 'InvalidConnectionStringError';
  readonly code = 'BAD_ADDRESS';
}

/** Reports whether a host is this machine, or the directory of a socket. */
const isLocal = (host: string) =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
