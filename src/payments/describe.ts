import type { Context } from '../cli/context.ts';
import { arrivalEstimateText, settlementEstimateText } from '../cli/payable/estimate-settlement.ts';
import { allBanks, describeBank } from '../cli/payable/funding-source.ts';
import type { BankAccount } from '../contract/bank.ts';
import { stateOf } from '../journal/payment-ended.ts';
import { usd } from '../render/money.ts';
import type { KnownMovement, PreparedRequest } from './prepare.ts';

/** So many rows are named one by one. */
const SHOWN = 20;

export interface DescribeOptions {
  readonly banks: readonly BankAccount[];
  /** The service's clock; undefined where it is not known. */
  readonly now: Date | undefined;
}

/** Reads what a description needs beside the request, and describes it. */
export async function describePreparedBy(
  context: Context,
  prepared: PreparedRequest,
): Promise<readonly string[]> {
  if (prepared.unknownReason !== null || prepared.movements.length === 0) {
    return describePrepared(prepared, { banks: [], now: undefined });
  }
  const banks = await allBanks(context);
  return describePrepared(prepared, { banks, now: await context.serviceTime() });
}

/**
 * Describes what a request would move, in the words a person checks: who is paid how much for what, from which bank
 * account, how and when.
 */
export function describePrepared(
  prepared: PreparedRequest,
  options: DescribeOptions,
): readonly string[] {
  if (prepared.unknownReason !== null) return [];
  const movements = prepared.known();
  const [first] = movements;
  if (!first) {
    return [`Cancel payment ${String(stateOf(prepared.params)['paymentId'])}`];
  }
  if (movements.length === 1) return describeOne(first, options);
  const cents = movements.reduce((sum, it) => sum + it.cents, 0);
  return [
    `Pay ${movements.length} payables, total ${usd(cents)}:`,
    ...movements.slice(0, SHOWN).map((it) => `  ${describeOne(it, options).join(', ')}`),
    ...(movements.length > SHOWN ? [`  and ${movements.length - SHOWN} more`] : []),
  ];
}

function describeOne(it: KnownMovement, { banks, now }: DescribeOptions): readonly string[] {
  const account = nameOfBank(banks, it.bankId);
  if (it.kind === 'withdrawal') {
    return [`Withdraw ${usd(it.cents)} to ${account}${arrivalEstimateText(now)}`];
  }
  const invoice = it.payableId && ` for invoice ${it.payable?.invoiceNumber ?? it.payableId}`;
  const speed = it.clearingSpeed === 'sameDay' ? 'same-day' : 'standard';
  const title = speed === 'same-day' ? 'Same-day ACH' : 'Standard ACH';
  const on = it.scheduledDate ?? undefined;
  const when = on === undefined ? '' : ` on ${on}`;
  return [
    `Pay ${usd(it.cents)} to ${nameOfPayee(it)}${invoice ?? ''}`,
    `From ${account}`,
    `${title}${when}${settlementEstimateText({ speed, on }, now)}`,
    ...(it.note === null ? [] : [`Memo: ${it.note}`]),
  ];
}

const nameOfPayee = ({ payee }: KnownMovement): string =>
  payee.name ?? payee.businessId ?? payee.connectionId ?? 'a payee without a name';

function nameOfBank(banks: readonly BankAccount[], id: string): string {
  const account = banks.find((it) => it.id === id);
  return account ? describeBank(account) : id;
}
