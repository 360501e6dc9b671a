/** Destinations of requests, and the rows that lock them. */

import type { ExpressionBuilder } from 'kysely';
import type { JournalTables } from './tables.ts';

/**
 * The destination of a request. A lock applies to all origins of an environment, and to one origin in all environments.
 */
export interface Destination {
  /** The normalized origin of the base URL. */
  readonly origin: string;
  /** `live`, or `test` for a profile that declares itself a test environment. */
  readonly environment: string;
}

/** Every environment that a row can have. */
export const ENVIRONMENTS = ['live', 'test'] as const;

/** Returns the SQL condition for rows that lock requests to a destination. */
export const locks =
  ({ origin, environment }: Destination) =>
  (eb: ExpressionBuilder<JournalTables, 'intents'>) =>
    eb.or([
      eb('intents.origin', 'in', originsOf(origin)),
      eb('intents.environment', '=', environment),
    ]);

/** Returns the spellings of an origin: the loopback host has several names. */
function originsOf(origin: string): readonly string[] {
  if (!URL.canParse(origin)) return [origin];
  const { protocol, hostname, port } = new URL(origin);
  if (!LOOPBACK.includes(hostname)) return [new URL(origin).origin];
  return LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`);
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
