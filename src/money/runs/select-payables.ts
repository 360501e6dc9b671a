/** Selection of the approved payables that a plan pays. */

import { type Connection, connection } from '../../api/operations/connection.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import { isPaid, type PayableLookup } from '../batches/fetch-payables.ts';
import type { RunPort } from '../port.ts';
import { assertPlanSize } from './plan.ts';

/** The filters of the payables of a plan. */
export interface PayableFilters {
  readonly dueTo: IsoDate | undefined;
  readonly connection: string | undefined;
  readonly tag: string | undefined;
}

/**
 * Reads the approved payables of the business without a payment that match, earliest due date first.
 *
 * @throws {UsageError} If they are more than a plan has.
 */
export async function selectPayables(
  context: RunPort,
  choice: PayableFilters,
): Promise<PayableLookup[]> {
  const businessId = context.business();
  const tagged = choice.tag === undefined ? undefined : await connectionsWith(context, choice.tag);
  const query = { status: 'APPROVED', connectionId: choice.connection };
  const found: Payable[] = [];
  const all = context.records<Payable>(payable.list, { params: { businessId }, query });
  for await (const row of all) {
    if (isReceivedBy(row, businessId) && !isPaid(row) && isWanted(row, choice, tagged)) {
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

/** Reports whether a payable matches the filters. A payable without a due date never matches `dueTo`. */
const isWanted = (
  { status, connectionId, dueDate }: Payable,
  { dueTo, connection: on }: PayableFilters,
  tagged: ReadonlySet<string> | undefined,
): boolean =>
  (!status || status === 'APPROVED') &&
  (on === undefined || connectionId === on) &&
  (tagged === undefined || tagged.has(connectionId ?? '')) &&
  (dueTo === undefined || (typeof dueDate === 'string' && dueDate.slice(0, 10) <= dueTo));

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
