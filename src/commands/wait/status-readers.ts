/** Reads the status of a resource. */

import type { Context } from '../../cli/context.ts';
import { ConditionError } from '../../cli/errors.ts';
import { accounting } from '../../contract/accounting.ts';
import { type BankAccount, bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { connection } from '../../contract/connection.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { type Invitation, invite } from '../../contract/invite.ts';
import { payable } from '../../contract/payable.ts';

/** A record with a status. */
export interface HasStatus {
  readonly status?: string | null | undefined;
}

type Read = (context: Context, id: string) => Promise<HasStatus | undefined>;

/** Reads the status of a record, by resource. */
export const readers: Readonly<Record<string, Read>> = {
  payable: (context, payableId) =>
    context.call(payable.get, { params: { businessId: context.business(), payableId } }),

  business: (context, businessId) => context.call(business.get, { params: { businessId } }),

  connection: (context, connectionId) =>
    context.call(connection.get, {
      params: { connectionId },
      query: { businessId: context.globalFlags.business },
    }),

  bank: (context, id) =>
    found<BankAccount>(context.records(bank.list, {}), (account) => account.id === id, id),

  invitation: (context, id) => {
    const params = { businessId: context.business() };
    return found<Invitation>(
      context.records(invite.list, { params }),
      (invitation) => invitation.id === id,
      id,
    );
  },

  sync: (context, accountingIntegrationId) =>
    context.call(accounting.syncStatus, {
      params: { businessId: context.business(), accountingIntegrationId },
    }),
};

/**
 * Returns the record if it is in the wanted status, or `undefined` while it may still reach it.
 *
 * @throws {ConditionError} (7) if it has ended in another status.
 */
export function recordIfReached(record: HasStatus | undefined, goalStatus: string, id: string) {
  const [now, goal] = [record?.status ?? '', goalStatus].map((status) =>
    status.toLowerCase().replaceAll(/[-_]/g, ''),
  );
  if (now === goal) return record;
  if (!finals.has(now ?? '')) return undefined;
  throw new ConditionError(
    'refused',
    'ended_elsewhere',
    `${id} is ${record?.status}, which is final.`,
    {
      record,
    },
  );
}

/** Statuses that are final. */
const finals = new Set([
  ...['paid', 'declined', 'cancelled', 'archived', 'removed', 'verificationfailed'],
  ...['accepted', 'rejected', 'expired', 'completed', 'partial', 'failed'],
]);

async function found<Row extends HasStatus>(
  rows: AsyncIterable<Row>,
  matches: (row: Row) => boolean,
  id: string,
): Promise<Row> {
  for await (const row of rows) if (matches(row)) return row;
  throw new ApiError(404, 'not_found', `${id} does not exist.`);
}
