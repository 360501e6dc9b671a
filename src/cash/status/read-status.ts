import { addDays, newYorkDate } from '../../api/ach/calendar.ts';
import { isNotOffered } from '../../api/client/outcome.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { Balance } from '../../api/operations/balance.ts';
import { type BankAccount, bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { type Invitation, invite } from '../../api/operations/invite.ts';
import type { Context } from '../../cli/context.ts';
import { allOf } from '../../cli/list/arrange-records.ts';
import { visitPayables } from '../../cli/payable/visit-payables.ts';
import type { Intent } from '../../money/journal/intent.ts';
import {
  findUnresolved,
  type UnresolvedElsewhere,
} from '../../runtime/reconcile/unresolved-here.ts';
import type { StatusRow } from './payable-rows.ts';
import { type JournaledPayables, PayableCounter, type StatusDays } from './payable-rows.ts';

export interface StatusFacts {
  readonly businessId: string;
  readonly payableRows: readonly StatusRow[];
  readonly banks: readonly BankAccount[];
  readonly invitations: Part<readonly Invitation[]>;
  readonly received: Part<readonly Invitation[]>;
  readonly balance: Part<Balance>;
  readonly unresolved: {
    readonly here: readonly Intent[];
    readonly elsewhere: readonly UnresolvedElsewhere[];
  };
}

/** A part that the service may refuse to this user, or not have at all. */
export type Part<Value> = { readonly value: Value } | { readonly error: ApiError };

/**
 * Reads banks, invitations and the balance, then the payables that are not over, status by status.
 */
export async function readStatus(context: Context): Promise<StatusFacts> {
  const businessId = context.business();
  const params = { businessId };
  const { journaled, unresolved } = await readJournal(context, businessId);
  const [banks, invitations, received, balance] = await Promise.all([
    allOf<BankAccount>(context.records(bank.list, {})),
    part(allOf<Invitation>(context.records(invite.list, { params }))),
    part(
      allOf<Invitation>(
        context.records(invite.list, { params, query: { direction: 'received' as const } }),
      ),
    ),
    part(context.call(business.balance, { params })),
  ]);
  const counter = new PayableCounter(businessId, journaled);
  const payableRows = await countPayables(context, counter);
  return { businessId, payableRows, banks, invitations, received, balance, unresolved };
}

/**
 * The statuses of payables that are not over, in the order of their life: one that moves on while they are read is found
 * twice, never missed.
 */
const STATUSES = ['DRAFT', 'SUBMITTED', 'APPROVED', 'SCHEDULED'] as const;

async function countPayables(
  context: Context,
  counter: PayableCounter,
): Promise<readonly StatusRow[]> {
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const days: StatusDays = { today, soon: addDays(today, 7) };
  await visitPayables(context, context.business(), STATUSES, (row) => counter.add(row, days));
  return counter.rows(days);
}

/** Returns the unresolved intents, and the payables that the journal knows to be paid by this business. */
async function readJournal(context: Context, businessId: string) {
  const journal = await context.journal();
  const unresolved = await findUnresolved(context);
  const ids = new Set(unresolved.here.map(({ id }) => id));
  const unresolvedIntents = (await journal.listUnresolved()).filter(({ id }) => ids.has(id));
  const { origin } = context.destination();
  const applied = (await journal.listAppliedTransfers()).filter(
    (it) => it.origin === origin && (it.businessId ?? businessId) === businessId,
  );
  const journaled: JournaledPayables = {
    applied: new Set(applied.flatMap(({ payables }) => payables.map(({ payableId }) => payableId))),
    unresolved: new Set(
      unresolvedIntents.flatMap(({ before: { payableIds }, payableId }) => {
        const paid = Array.isArray(payableIds) ? payableIds : [payableId];
        return paid.filter((id) => typeof id === 'string');
      }),
    ),
  };
  return { journaled, unresolved };
}

async function part<Value>(reading: Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await reading };
  } catch (error) {
    if (error instanceof ApiError && isWithheld(error)) return { error };
    throw error;
  }
}

/** Reports whether the service rejects a part of the status to this user, or does not have it. */
const isWithheld = (error: ApiError): boolean =>
  [403, 404, 405].includes(error.status) || isNotOffered(error);
