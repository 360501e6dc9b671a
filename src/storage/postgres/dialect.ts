import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely';
import type { Line } from './connection.ts';

/** Each transaction takes the lock of the schema with its first breath, so that what it reads is what there is. */
export class LockingDialect extends PostgresDialect {
  readonly #line: Line;
  readonly #lock: bigint;

  constructor(line: Line, lock: bigint) {
    super({ pool: line });
    this.#line = line;
    this.#lock = lock;
  }

  override createDriver() {
    return new LockingDriver(this.#line, this.#lock);
  }
}

class LockingDriver extends PostgresDriver {
  readonly #line: Line;
  readonly #begin: string;

  constructor(line: Line, lock: bigint) {
    super({ pool: line });
    this.#line = line;
    this.#begin = `begin isolation level read committed; select pg_advisory_xact_lock(${lock})`;
  }

  override async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    await this.#line.begin(this.#begin);
  }
}
