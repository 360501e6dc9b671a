import { lateReturnOf, returnOf } from '../../contract/ach/same-day-window.ts';
import { Refused } from '../../contract/http/api-error.ts';
import { toDollars } from '../../contract/money.ts';
import type { World } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { type Job, schedule } from '../jobs/schedule.ts';
import { balanceOf, fundsOf } from '../ledger/balance.ts';
import { post } from '../ledger/post.ts';
import { paymentPostings } from '../ledger/postings.ts';
import { emit } from '../notifications/events.ts';
import { closeIfUnusable, type Failure, failureColumns, failureOf } from './failure.ts';
import { startScheduled } from './hold-release.ts';
import { bankAt, paymentAt } from './records.ts';
import { codeOf, debitOutcome } from './simulated-returns.ts';
import { announce, move } from './transition.ts';

type Payment = Row<'payments'>;

const LATEST_RETURN_MS = 60 * 24 * 3_600_000;

/** PENDING to PROCESSING: the window closed, the ACH network has it. What the bank will say is decided here. */
export async function submitPayment(world: World, payment: Payment): Promise<Payment> {
  const outcome = await outcomeOf(world, payment);
  const submitted = await move(world, payment, 'submit', {
    outcome,
    submitted_at: world.now().toISOString(),
    trace_number: traceNumberOf(payment),
  });
  await post(world, 'P1', submitted.id, paymentPostings.P1(transferOf(submitted)));
  await announce(world, submitted, 'processing');
  await scheduleEnd(world, submitted);
  return submitted;
}

/** PROCESSING to COMPLETED: the payee has the money, for the time being when its return is to come late. */
export async function completePayment(world: World, payment: Payment): Promise<Payment> {
  const now = world.now();
  const completed = await move(world, payment, 'complete', { completed_at: now.toISOString() });
  await post(world, 'P2', completed.id, paymentPostings.P2(transferOf(completed)));
  await announce(world, completed, 'completed');
  const { outcome } = completed;
  if (outcome !== null && codeOf(outcome).isLate) {
    await schedule(world, 'payment.return', completed.id, lateReturnOf(now));
  }
  return completed;
}

/** PROCESSING to FAILED: the bank refused before settlement. Without a failure it is the one that was to come. */
export async function failPayment(
  world: World,
  payment: Payment,
  failure: Failure = failureOf(payment.outcome),
): Promise<Payment> {
  const failed = await move(world, payment, 'fail', {
    ...failureColumns(failure),
    failed_at: world.now().toISOString(),
  });
  await post(world, 'P3', failed.id, paymentPostings.P3(transferOf(failed)));
  await closeIfUnusable(world, failed.funding_source_id, failure.code);
  await announce(world, failed, 'failed');
  return failed;
}

/** COMPLETED to RETURNED: the bank took it back after all. Throws `Refused` (409) when that is no longer possible. */
export async function returnPayment(
  world: World,
  payment: Payment,
  failure: Failure = failureOf(payment.outcome),
): Promise<Payment> {
  checkReturnable(payment, world.now());
  const returned = await move(world, payment, 'return', {
    ...failureColumns(failure),
    returned_at: world.now().toISOString(),
  });
  await post(world, 'P4', returned.id, paymentPostings.P4(transferOf(returned)));
  await closeIfUnusable(world, returned.funding_source_id, failure.code);
  await announce(world, returned, 'returned');
  await warnOfDebt(world, returned);
  return returned;
}

async function outcomeOf({ db }: World, { funding_source_id, outcome, cents }: Payment) {
  const bank = funding_source_id === null ? undefined : await bankAt(db, funding_source_id);
  if (!bank) return debitOutcome(outcome, cents);
  return debitOutcome(bank.row.behavior ?? outcome, cents, await fundsOf(db, bank.row));
}

/** The routing number of the sandbox's bank, and the number of the payment. */
const traceNumberOf = ({ seq }: Payment) => `11000000${String(seq).padStart(7, '0')}`;

const transferOf = ({ cents, payee_id, funding_source_id }: Payment) => ({
  cents,
  payeeId: payee_id,
  fundingSourceId: funding_source_id,
});

async function scheduleEnd(world: World, { id, outcome, speed, settle_at }: Payment) {
  const submitAt = world.now();
  const settleAt = new Date(settle_at ?? submitAt);
  if (outcome === null || codeOf(outcome).isLate) {
    await schedule(world, 'payment.settle', id, settleAt);
  } else {
    await schedule(world, 'payment.fail', id, returnOf(speed, { submitAt, settleAt }));
  }
}

function checkReturnable({ id, completed_at }: Payment, now: Date): void {
  if (completed_at === null) return;
  if (now.getTime() - Date.parse(completed_at) <= LATEST_RETURN_MS) return;
  const message = `Payment ${id} settled more than 60 days ago.`;
  throw new Refused(409, 'invalid_payment_state', message);
}

async function warnOfDebt(world: World, { payee_id }: Payment): Promise<void> {
  const { available } = await balanceOf(world.db, payee_id);
  if (available >= 0) return;
  await emit(world, {
    type: 'balance.negative',
    resource: { type: 'business', id: payee_id },
    businessId: payee_id,
    data: { available: toDollars(available) },
  });
}

const job =
  (step: (world: World, payment: Row<'payments'>) => Promise<unknown>): Job =>
  async (ref, world) => {
    await step(world, await paymentAt(world.db, ref));
  };

/** What time does to payments. */
export const paymentJobs = {
  'payment.start': job(startScheduled),
  'payment.submit': job(submitPayment),
  'payment.settle': job(completePayment),
  'payment.fail': job(failPayment),
  'payment.return': job(returnPayment),
} as const;
