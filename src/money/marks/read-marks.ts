/** The marks of payments, from the journal, the connections and the payables of the payer. */

import type { Payable } from '../../api/operations/payable.ts';
import type { Destination } from '../journal/destination.ts';
import type { RecordReader } from '../sending/record-reader.ts';
import type { Mark } from './mark.ts';
import { knownPayees, type PayeeToCheck, payeeMarks } from './payee-marks.ts';
import { connectionsIn, duplicatesIn } from './read-duplicates.ts';

/** Access to the records and to the journal, and whose payments are compared. */
export interface MarkReader extends RecordReader {
  readonly destination: Destination;
  readonly profile: string | null;
  /** Returns the service's clock. */
  readonly now: () => Date;
}

/** A payment whose marks are wanted; without a payable, it has no invoice. */
export interface PaymentToMark extends PayeeToCheck {
  readonly payable: Payable | undefined;
}

/** Returns the marks of each payment. `plan` is the hash of the plan that they are part of. */
export type FindMarks = (
  payments: readonly PaymentToMark[],
  plan?: string,
) => Promise<readonly (readonly Mark[])[]>;

const YEAR_MS = 365 * 86_400_000;

/** Returns a function that finds marks, and reads nothing twice from the service. */
export function marksIn(reader: MarkReader): FindMarks {
  const connections = connectionsIn(reader);
  const findDuplicates = duplicatesIn(reader, connections);
  return async (payments, plan) => {
    const { destination, profile } = reader;
    const now = reader.now();
    const since = new Date(now.getTime() - YEAR_MS).toISOString();
    const journal = await reader.journal();
    const paid = await journal.listPaidPayees({ ...destination, profile, since, plan });
    const known = knownPayees((await connections()) ?? [], paid);
    const withPayable = payments.flatMap(({ payable }) => payable ?? []);
    const duplicates = await findDuplicates(withPayable);
    const marksOf = new Map(withPayable.map((it, at) => [it, duplicates[at] ?? []]));
    return payments.map((it) => [
      ...payeeMarks(it, { paid, known, now }),
      ...((it.payable && marksOf.get(it.payable)) ?? []),
    ]);
  };
}
