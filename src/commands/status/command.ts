/** The command `remit status`. */

import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { addDays, newYorkDate } from '../../contract/ach/calendar.ts';
import { type BankAccount, bank } from '../../contract/bank.ts';
import { type Invitation, invite } from '../../contract/invite.ts';
import { centsOf, toDollars } from '../../contract/money.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { columns, listOf } from '../../render/view.ts';
import { findUnresolved } from '../../service/reconcile/unresolved-here.ts';
import { groupOpenPayables, type OpenPayables } from './open-payables.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'status',
  summary: 'Show what needs action: to approve, to pay, overdue, unresolved',
  about: "Read-only. Overdue is as of the service's date.",
  calls: [payable.list, bank.list, invite.list],
  view: listOf(
    columns('what', 'count:number', 'amount:money', 'next:prose'),
    'Nothing needs action.',
  ),
  examples: ['remit status', 'remit status --json'],

  async run({ context }) {
    const businessId = context.business();
    const params = { businessId };
    const banks = await records<BankAccount>(context.records(bank.list, {}));
    const today = newYorkDate((await context.serviceTime()) ?? new Date());
    const open = await openItems(context, businessId, {
      today,
      soon: addDays(today, 7),
    });
    const invitations = await records<Invitation>(context.records(invite.list, { params }));
    const unresolved = await findUnresolved(context);
    return [
      ...open.map(({ what, next, payables }) => ({
        what,
        count: payables.length,
        amount: toDollars(payables.reduce((sum, payable) => sum + centsOf(payable.amount ?? 0), 0)),
        next,
      })),
      line('bank accounts to verify', banks.filter(isUnverified(businessId)), 'remit bank list'),
      line(
        'invitations pending',
        invitations.filter(({ status }) => status === 'pending'),
        'remit invite list --status pending',
      ),
      line('requests unresolved', unresolved.here, 'remit journal reconcile'),
      ...unresolved.elsewhere.map(({ count, owner, next }) => ({
        what: `requests unresolved ${owner}`,
        count,
        amount: null,
        next,
      })),
    ].filter(({ count }) => count > 0);
  },
});

/** Reads the payables that are still open, status by status, and groups them by the next action. */
async function openItems(
  context: Context,
  businessId: string,
  days: { readonly today: string; readonly soon: string },
): Promise<readonly OpenPayables[]> {
  const payables: Payable[] = [];
  for (const status of ['DRAFT', 'SUBMITTED', 'APPROVED']) {
    const input = { params: { businessId }, query: { status } };
    payables.push(...(await records<Payable>(context.records(payable.list, input))));
  }
  return groupOpenPayables(payables, businessId, days);
}

const isUnverified =
  (businessId: string) =>
  (account: BankAccount): boolean =>
    account.businessId === businessId && account.status === 'unverified';

const line = (what: string, found: readonly unknown[], next: string) => ({
  what,
  count: found.length,
  amount: null,
  next,
});

async function records<Row>(rows: AsyncIterable<unknown>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row as Row);
  return all;
}
