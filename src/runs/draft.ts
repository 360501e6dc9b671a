import type { Context } from '../cli/context.ts';
import { allBanks, bankAmong, describeBank } from '../cli/paying-bank.ts';
import type { BankAccount } from '../contract/bank.ts';
import { type Look, lookAt } from './look.ts';
import { type Defaults, type PlannedPayment, plannedPayment } from './payment.ts';
import { type Totals, totalsOf } from './totals.ts';
import type { Wanted } from './wanted.ts';

/** Payments as they would be made now. What the service shows may still be against them: see `refuseUnpayable`. */
export interface Draft {
  readonly businessId: string;
  readonly looks: readonly Look[];
  readonly payments: readonly PlannedPayment[];
  readonly totals: Totals;
  /** The service's clock when it was drafted. */
  readonly now: Date | undefined;
}

/**
 * Reads the bank accounts and every payable, once. Throws `UsageError` and `WouldBeRefused` for a bank account that
 * cannot be paid from, and what a read throws.
 */
export async function draftPayments(
  context: Context,
  rows: readonly Wanted[],
  defaults: Defaults,
): Promise<Draft> {
  const businessId = context.business();
  const accounts = await accountsFor(context, rows, { businessId, defaults });
  const looks = await lookAt(context, rows, businessId);
  const now = await context.serviceTime();
  const payments = looks.map(({ wanted, payable }) =>
    plannedPayment(wanted, {
      payable: payable ?? { id: wanted.payableId },
      account: accountOf(wanted, accounts),
      defaults,
      now,
    }),
  );
  const names = new Map([...accounts.values()].map((it) => [it.id, describeBank(it)]));
  return { businessId, looks, payments, totals: totalsOf(payments, names), now };
}

type Accounts = ReadonlyMap<string | undefined, BankAccount>;

/** The account of every id that a row names, and of rows that name none. */
async function accountsFor(
  context: Context,
  rows: readonly Wanted[],
  { businessId, defaults }: { businessId: string; defaults: Defaults },
): Promise<Accounts> {
  const all = await allBanks(context);
  const wanted = new Set(rows.map(({ fundingSourceId }) => fundingSourceId));
  return new Map(
    [...wanted].map((id) => [id, bankAmong(all, businessId, id ?? defaults.from)] as const),
  );
}

function accountOf({ fundingSourceId, row }: Wanted, accounts: Accounts): BankAccount {
  const account = accounts.get(fundingSourceId);
  if (account) return account;
  throw new Error(`row ${row} has no bank account`);
}
