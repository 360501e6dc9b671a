/** Selection of the approved payables that a plan pays. */

import { type Connection, connection } from '../../api/operations/connection.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { isPaid, type PayableLookup } from '../batches/fetch-payables.ts';
import type { RunPort } from '../port.ts';
import { assertPlanSize } from './plan.ts';

/**
 * Reads those of the listed payables that the business can pay now: approved, without a payment, and with a connection
 * that has the tag. Earliest due date first.
 *
 * @throws {UsageError} If they are more than a plan has.
 */
export async function selectPayables(
  context: RunPort,
  listed: AsyncIterable<Payable>,
  tag: string | undefined,
): Promise<PayableLookup[]> {
  const businessId = context.business();
  const tagged = tag === undefined ? undefined : await connectionsWith(context, tag);
  const found: Payable[] = [];
  for await (const row of listed) {
    const isTagged = tagged === undefined || tagged.has(row.connectionId ?? '');
    if (isReceivedBy(row, businessId) && isApproved(row) && !isPaid(row) && isTagged) {
      found.push(row);
      assertPlanSize(found.length);
    }
  }
  return found
    .sort((left, right) => (isDueBefore(left, right) ? -1 : 1))
    .map((row, at) => ({ input: { row: at + 1, payableId: row.id }, payable: row }));
}

const isReceivedBy = ({ payerBusinessId, direction }: Payable, businessId: string): boolean =>
  payerBusinessId ? payerBusinessId === businessId : direction !== 'sent';

const isApproved = ({ status }: Payable): boolean => !status || status === 'APPROVED';

/** Orders by due date, payables without one last; then by creation time and id. */
function isDueBefore(left: Payable, right: Payable): boolean {
  const [due, otherDue] = [left.dueDate || '9999-12-31', right.dueDate || '9999-12-31'];
  if (due !== otherDue) return due < otherDue;
  const [created, otherCreated] = [left.createdAt ?? '', right.createdAt ?? ''];
  return created === otherCreated ? left.id < right.id : created < otherCreated;
}

/** Returns the ids of connections with a tag, given by name or id. */
async function connectionsWith(context: RunPort, tag: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const query = { businessId: context.business() };
  for await (const { id, tags } of context.records<Connection>(connection.list, { query })) {
    if (tags?.some((named) => namesOf(named).includes(tag))) found.add(id);
  }
  return found;
}

const namesOf = (tag: unknown): readonly unknown[] =>
  typeof tag === 'object' && tag !== null ? Object.values(tag) : [tag];
