/** Payments and withdrawals of this business in the journal. */

import { centsOf } from '../api/money.ts';
import type { Context } from '../cli/context.ts';
import type { AppliedTransfer } from '../money/journal/applied-transfers.ts';
import { isOutcomeKnown } from '../money/journal/intent.ts';
import type { UnresolvedIntent } from '../money/journal/unresolved.ts';
import { currentServiceOf, partitionIntents } from './reconcile/unresolved-here.ts';

/** A payment, batch or withdrawal in the journal, applied or with an unknown outcome. */
export interface JournalTransfer {
  readonly intentId: string;
  readonly operation: string;
  readonly isUnresolved: boolean;
  /** By the service's clock if the journal recorded it. */
  readonly sentAt: Date;
  /** `null` if the journal does not know the amount. */
  readonly cents: number | null;
  /** The id that the service assigned to the payment or withdrawal; `null` if it is not known. */
  readonly serverId: string | null;
  readonly connectionId: string | null;
  readonly fundingSourceId: string | null;
  readonly payables: readonly { readonly payableId: string; readonly paymentId: string | null }[];
  readonly notes: readonly string[];
}

/** Lists the transfers of a business to the service in use, newest first. `banks` are its bank accounts. */
export async function listJournalTransfers(
  context: Context,
  businessId: string,
  banks: ReadonlySet<string>,
): Promise<readonly JournalTransfer[]> {
  const journal = await context.journal();
  const { origin } = context.destination();
  const applied = (await journal.listAppliedTransfers())
    .filter((it) => it.origin === origin)
    .map(ofApplied);
  const here = currentServiceOf(context.system, context.settings());
  const unresolved = partitionIntents(await journal.listUnresolved(), here)
    .here.filter((it) => OPERATIONS.has(it.operation) && !isOutcomeKnown(it))
    .map(ofUnresolved);
  const isOurs = ({ businessId: of, fundingSourceId }: Owned) =>
    of === null ? fundingSourceId === null || banks.has(fundingSourceId) : of === businessId;
  return [...unresolved, ...applied].filter(isOurs).sort(newestFirst);
}

/** Returns transfers by the payables that they pay, in their order. */
export function transfersByPayable(
  transfers: readonly JournalTransfer[],
): ReadonlyMap<string, readonly JournalTransfer[]> {
  const found = new Map<string, JournalTransfer[]>();
  for (const it of transfers) {
    for (const { payableId } of it.payables) {
      const all = found.get(payableId);
      if (all) all.push(it);
      else found.set(payableId, [it]);
    }
  }
  return found;
}

const OPERATIONS: ReadonlySet<string> = new Set([
  ...['pay.initiate', 'pay.quickPay', 'pay.bulkInitiate', 'business.withdraw'],
]);

interface Owned extends JournalTransfer {
  readonly businessId: string | null;
}

const newestFirst = (one: JournalTransfer, two: JournalTransfer): number =>
  two.sentAt.getTime() - one.sentAt.getTime() || (one.intentId < two.intentId ? -1 : 1);

const ofApplied = (it: AppliedTransfer): Owned => ({
  ...common(it),
  isUnresolved: false,
  serverId: it.paymentId ?? it.serverId,
  fundingSourceId: it.fundingSourceId,
  payables: it.payables,
  notes: it.notes,
});

function ofUnresolved(it: UnresolvedIntent): Owned {
  const { fundingSourceId, payableIds } = it.before;
  const ids = Array.isArray(payableIds) ? payableIds : [it.payableId];
  return {
    ...common(it),
    isUnresolved: true,
    serverId: null,
    fundingSourceId: typeof fundingSourceId === 'string' ? fundingSourceId : null,
    payables: ids
      .filter((id) => typeof id === 'string')
      .map((payableId) => ({ payableId, paymentId: null })),
    notes: [],
  };
}

const common = (it: AppliedTransfer | UnresolvedIntent) => ({
  intentId: it.id,
  operation: it.operation,
  businessId: it.businessId,
  sentAt: new Date(it.serviceTime ?? it.sentAt ?? it.createdAt),
  cents: it.amount === null ? null : centsOf(it.amount),
  connectionId: it.connectionId,
});
