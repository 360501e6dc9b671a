/** The connection of a process to PostgreSQL. */

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { DatabaseConnectionError } from '../errors.ts';
import type { PostgresUrl } from './connection-string.ts';

/** Oids of types that need another conversion than the driver's. */
const BOOLEAN = 16;
const BIGINT = 20;
const NUMERIC = 1700;

/**
 * Converts integers to numbers and booleans to 0 or 1, as SQLite returns them.
 *
 * @throws {Error} for an integer beyond the safe range
 */
const valueReader = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === BOOLEAN) return (text: string) => (text === 't' ? 1 : 0);
    if (oid === BIGINT || oid === NUMERIC) return wholeNumber;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`${text} is too large a number.`);
}

/**
 * The one connection of a process: opened when it is first needed, reopened after a loss, used by one caller at a time.
 */
export interface PostgresConnection extends PostgresPool {
  /** Runs SQL that begins something. A dead connection is reopened once, since nothing had begun. */
  readonly begin: (sql: string) => Promise<void>;
  /** From now on a lost connection is not reopened: something on it, such as a lock, was lost with it. */
  readonly hold: () => void;
  readonly release: () => void;
}

const CONNECT_MS = 10_000;

/**
 * Creates a connection, which opens on first use.
 *
 * `statementMs` limits each query.
 *
 * @throws {DatabaseConnectionError} from its queries, if the server cannot be reached or the connection breaks; other
 * errors are the server's
 */
export function connectPostgres(
  address: PostgresUrl,
  settings: string,
  statementMs: number | undefined,
): PostgresConnection {
  let client: pg.Client | undefined;
  let isHeld = false;
  const inTurn = queue();

  async function alive(): Promise<pg.Client> {
    if (client) return client;
    if (isHeld) throw new DatabaseConnectionError('The connection to the database was lost');
    const fresh = await dial(address, settings, statementMs, drop);
    client = fresh;
    return fresh;
  }

  function drop(lost: pg.Client): void {
    if (client === lost) client = undefined;
  }

  async function ask(
    sql: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> {
    const own = await alive();
    try {
      // Kysely narrows `command` to the statements it builds, and `rowCount` to theirs, which always have one.
      return (await own.query(sql, [...values])) as PostgresQueryResult<unknown>;
    } catch (error) {
      const said = lostOr(error);
      if (said instanceof DatabaseConnectionError) {
        drop(own);
        void own.end().catch(() => {});
      }
      throw said;
    }
  }

  // Kysely knows the type of the rows, from the query that it built.
  const wire = { query: ask } as Pick<PostgresPoolClient, 'query'>;
  return {
    connect: async () => {
      const release = await inTurn();
      return { ...wire, release };
    },
    begin: async (sql) => {
      const isFresh = client === undefined;
      try {
        await ask(sql, []);
      } catch (error) {
        if (!(error instanceof DatabaseConnectionError) || isFresh || isHeld) throw error;
        await ask(sql, []);
      }
    },
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
    },
    end: async () => {
      await client?.end().catch(() => {});
    },
  };
}

async function dial(
  address: PostgresUrl,
  settings: string,
  statementMs: number | undefined,
  onLost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address.connection,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'remit',
    types: valueReader,
    ...(statementMs !== undefined && { query_timeout: statementMs }),
    ...(address.needsTls && { ssl: true }),
  });
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  try {
    await client.connect();
    await client.query(settings);
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw lostOr(error);
  }
}

/** Returns the server's own error as it is, and any other as a `DatabaseConnectionError`. */
const lostOr = (error: unknown): Error =>
  error instanceof pg.DatabaseError && !isEnding(error)
    ? error
    : new DatabaseConnectionError(`the database: ${reasonOf(error)}`, { cause: error });

/** Reports whether the server ended the connection, e.g. for a shutdown. */
const isEnding = ({ code = '' }: pg.DatabaseError) => /^(57P0[1235]|08|25P0[34])/.test(code);

/** Returns the reason of a connection error: the first one if several addresses of a name were tried. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const told: unknown = first ?? error;
  return told instanceof Error ? told.message : String(told);
}

function queue(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    let release = () => {};
    last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  };
}
