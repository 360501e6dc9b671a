import type { NamedPayable } from './records.ts';
import type { Reader } from '../context/handler-context.ts';

/** Payables with the names of both sides. */
export const namedPayables = ({ db }: Reader) =>
  db
    .selectFrom('payables')
    .innerJoin('businesses as payee', 'payee.id', 'payables.payee_id')
    .leftJoin('businesses as payer', 'payer.id', 'payables.payer_id')
    .selectAll('payables')
    .select(['payee.name as payee_name', 'payer.name as payer_name']);

export const payableAt = (id: string, world: Reader): Promise<NamedPayable> =>
  namedPayables(world).where('payables.id', '=', id).executeTakeFirstOrThrow();
