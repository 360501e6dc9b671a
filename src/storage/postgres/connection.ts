/** The connection of a process to PostgreSQL. */

import { hostname } from 'node:os';
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

/** The connection of a process: dialled when it is first needed, and leased to one caller at a time. */
export interface PostgresConnection {
  /** Waits for the turn of the caller. */
  readonly lease: () => Promise<ConnectionLease>;
  readonly close: () => Promise<void>;
}

/**
 * The connection while one caller has it, for a transaction or a single statement.
 *
 * Every statement runs on the connection of the first one. If that connection is lost, all that follow fail: on another
 * connection they would continue a transaction that the server rolled back, without its locks.
 */
export interface ConnectionLease {
  readonly query: <Row>(sql: string, values?: readonly unknown[]) => Promise<QueryOutcome<Row>>;
  /**
   * Runs the first statement of the lease, which begins something. It runs again on a new connection if an earlier one
   * turns out to be dead: nothing had begun.
   */
  readonly begin: <Row>(sql: string) => Promise<QueryOutcome<Row>>;
  /**
   * Keeps this connection for later leases until `letGo`: they fail once it is lost, because something on it, such as a
   * lock, is lost with it.
   */
  readonly hold: () => void;
  readonly letGo: () => void;
  readonly release: () => void;
}

/** The rows that a statement returned: of several in one text, those of the last. */
export interface QueryOutcome<Row> {
  /** The tag of the command that was executed, such as `COMMIT`. */
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: Row[];
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
  let current: pg.Client | undefined;
  let held: pg.Client | undefined;
  const inTurn = queue();

  async function connected(): Promise<pg.Client> {
    if (held && held !== current) throw connectionLost();
    current ??= await dial(address, settings, statementMs, drop);
    return current;
  }

  function drop(lost: pg.Client): void {
    if (current === lost) current = undefined;
  }

  async function send<Row>(
    client: pg.Client,
    sql: string,
    values: readonly unknown[],
  ): Promise<QueryOutcome<Row>> {
    if (client !== current) throw connectionLost();
    try {
      const found: unknown = await client.query(sql, [...values]);
      // The driver's types do not know that several statements in one text return a list.
      return (Array.isArray(found) ? found.at(-1) : found) as QueryOutcome<Row>;
    } catch (error) {
      const reason = lostOr(error);
      if (reason instanceof DatabaseConnectionError) {
        drop(client);
        void client.end().catch(() => {});
      }
      throw reason;
    }
  }

  function leaseWith(release: () => void): ConnectionLease {
    let own: pg.Client | undefined;
    const query: ConnectionLease['query'] = async (sql, values = []) => {
      own ??= await connected();
      return send(own, sql, values);
    };
    return {
      query,
      begin: async (sql) => {
        const mayBeDead = current !== undefined && held === undefined;
        try {
          return await query(sql);
        } catch (error) {
          if (!(mayBeDead && error instanceof DatabaseConnectionError)) throw error;
          own = undefined;
          return query(sql);
        }
      },
      hold: () => {
        held = own;
      },
      letGo: () => {
        held = undefined;
      },
      release,
    };
  }

  return {
    lease: async () => leaseWith(await inTurn()),
    close: async () => {
      await current?.end().catch(() => {});
    },
  };
}

const connectionLost = () => new DatabaseConnectionError('The connection to the database was lost');

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
    application_name: `remit on ${hostname()}`,
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
