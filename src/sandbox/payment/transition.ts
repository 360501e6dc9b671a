import type { Updateable } from 'kysely';
import { type JobKind, unschedule } from '../jobs/schedule.ts';
import { destination, type PaymentMove } from './rules.ts';
import type { Row, Tables } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';

/**
 * Puts a payment where the move leads, and takes back what was due to happen to it otherwise.
 * Throws `Refused` (409) when it cannot make the move.
 */
export async function move(
  world: World,
  payment: Row<'payments'>,
  name: PaymentMove,
  changes: Updateable<Tables['payments']> = {},
): Promise<Row<'payments'>> {
  const status = destination(name, payment);
  await unschedule(world, payment.id, ...jobKinds);
  return world.db
    .updateTable('payments')
    .set({ ...changes, status })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const jobKinds: readonly JobKind[] = [
  'payment.start',
  'payment.submit',
  'payment.settle',
  'payment.fail',
  'payment.return',
];
