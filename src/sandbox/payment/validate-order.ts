import type { z } from 'zod/mini';
import type { PaymentOrder, pay } from '../../contract/pay.ts';
import { readAmount } from '../context/amount.ts';
import {
  checkPayableState,
  checkQuickPayState,
  checkSpeed,
  partiesOfPayable,
  partiesOfQuickPay,
} from './rules-request.ts';
import { invalid } from '../context/validation.ts';
import { readScheduledDate } from './rules-scheduled-date.ts';
import type { World } from '../context/handler-context.ts';
import { askedForPayable, askedForQuickPay } from './load-parties.ts';
import type { PaymentDraft } from './start.ts';

/**
 * The payment that the order asks for, every check passed: what it names and to whom that belongs (404, 403), the body
 * (422), the state (409). Throws `Refused`. "Payments" of the specification.
 */
export async function draftOfOrder(order: PaymentOrder, world: World): Promise<PaymentDraft> {
  const { clearingSpeed: speed = 'standard', scheduledDate } = order;
  const parties = partiesOfPayable(await askedForPayable(world.db, accountOf(world), order));
  const { payable, payer, bank } = parties;
  const date = scheduledDate === undefined ? null : readScheduledDate(scheduledDate, world.now());
  checkSpeed(speed, payable.cents);
  checkPayableState(parties);
  return {
    kind: 'payable',
    payable_id: payable.id,
    connection_id: payable.connection_id,
    payer_id: payer.id,
    payee_id: payable.payee_id,
    external_payer: null,
    funding_source_id: bank.row.id,
    outcome: null,
    cents: payable.cents,
    speed,
    scheduled_date: date,
    memo: payable.memo,
  };
}

export type QuickPayOrder = z.output<typeof pay.quickPay.body>;

/** The same for a payment without a payable: whoever owns the bank account pays the other side of the connection. */
export async function draftOfQuickPay(order: QuickPayOrder, world: World): Promise<PaymentDraft> {
  const { amount, memo = null, clearingSpeed: speed = 'standard' } = order;
  const parties = partiesOfQuickPay(await askedForQuickPay(world.db, accountOf(world), order));
  const { connection, payer, bank } = parties;
  const cents = readAmount(amount);
  checkMemo(memo);
  checkSpeed(speed, cents);
  const payee = checkQuickPayState(parties);
  return {
    kind: 'quickPay',
    payable_id: null,
    connection_id: connection.id,
    payer_id: payer.id,
    payee_id: payee.id,
    external_payer: null,
    funding_source_id: bank.row.id,
    outcome: null,
    cents,
    speed,
    scheduled_date: null,
    memo,
  };
}

const MAX_MEMO = 1_000;

function checkMemo(memo: string | null): void {
  if (memo === null || memo.length <= MAX_MEMO) return;
  throw invalid('invalid_text', 'memo', `memo must have at most ${MAX_MEMO} characters.`);
}

const accountOf = ({ caller }: World): string => caller?.accountId ?? '';
