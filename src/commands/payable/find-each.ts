import type { Payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { findPayable, type PayableHints, type PayableUse } from '../../cli/payable/find-payable.ts';
import { usageError } from '../../money/errors.ts';

/**
 * Returns the payables that are named, each once. Nothing is changed unless all are found.
 *
 * @throws {UsageError} if two of the names are those of one payable; and what `findPayable` throws.
 */
export async function findEach(
  context: Context,
  named: readonly string[],
  use: PayableUse,
  { connection, expectPayee }: PayableHints,
): Promise<readonly Payable[]> {
  const found: Payable[] = [];
  for (const typed of named) {
    const it = await findPayable(context, typed, use, { connection, expectPayee });
    if (found.some(({ id }) => id === it.id)) {
      throw usageError('payable', `'${typed}' names payable ${it.id} a second time.`);
    }
    found.push(it);
  }
  return found;
}
