import { type ExpressionBuilder, sql } from 'kysely';
import type { JournalTables } from './tables.ts';

/** Where a request goes. Locks hold for all addresses of an environment, and for one address in all environments. */
export interface Destination {
  /** The origin of the base URL, as `URL` gives it. */
  readonly origin: string;
  /** `live`, or `test` for what a profile calls so. */
  readonly environment: string;
}

/** Every environment that a row may be of. */
export const ENVIRONMENTS = ['live', 'test'] as const;

/** Where a row was sent to; rows of earlier versions say no environment, and lock in each. */
export interface RecordedDestination {
  readonly origin: string;
  readonly environment: string | null;
}

/** Rows that lock what is sent to `to`. */
export const locks =
  ({ origin, environment }: RecordedDestination) =>
  (it: ExpressionBuilder<JournalTables, 'intents'>) =>
    it.or([
      it('intents.environment', 'is', null),
      it('intents.origin', 'in', originsOf(origin)),
      environment === null
        ? sql<boolean>`intents.environment is not null`
        : it('intents.environment', '=', environment),
    ]);

/** An origin as it may be spelled: this machine has several names. */
function originsOf(origin: string): readonly string[] {
  if (!URL.canParse(origin)) return [origin];
  const { protocol, hostname, port } = new URL(origin);
  if (!LOOPBACK.includes(hostname)) return [new URL(origin).origin];
  return LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`);
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
