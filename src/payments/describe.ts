/** Descriptions of prepared requests, for the confirmation prompt. */

import type { Context } from '../cli/context.ts';
import { arrivalEstimateText, settlementEstimateText } from '../cli/payable/estimate-settlement.ts';
import { allBanks, bankText } from '../cli/payable/funding-source.ts';
import { quotedName } from '../cli/payable/same-number.ts';
import type { BankAccount } from '../contract/bank.ts';
import { asRecord } from '../is-record.ts';
import { type Cuttable, cuttable, joinCuttable, uncut } from '../render/cuttable.ts';
import { usd } from '../render/money.ts';
import type { KnownMovement, PreparedRequest } from './prepare.ts';

/** The number of rows that are described one by one. */
const MAX_SHOWN = 20;

/** Data that a description needs in addition to the request. */
export interface DescribeOptions {
  readonly banks: readonly BankAccount[];
  /** The service's clock; `undefined` if it is not known. */
  readonly now: Date | undefined;
}

/** Describes a prepared request, after reading the bank accounts and the service's clock if it moves money. */
export async function describePreparedBy(
  context: Context,
  prepared: PreparedRequest,
): Promise<readonly Cuttable[]> {
  if (prepared.unknownReason !== null || prepared.movements.length === 0) {
    return describePrepared(prepared, { banks: [], now: undefined });
  }
  const banks = await allBanks(context);
  return describePrepared(prepared, { banks, now: await context.serviceTime() });
}

/**
 * Describes the movements of a request for confirmation: payee, amount, invoice, bank account, speed and dates.
 *
 * At most 20 of several movements are described one by one. Returns no lines if the movements are unknown.
 */
export function describePrepared(
  prepared: PreparedRequest,
  options: DescribeOptions,
): readonly Cuttable[] {
  if (prepared.unknownReason !== null) return [];
  const movements = prepared.known();
  const [first] = movements;
  if (!first) {
    return [cuttable`Cancel payment ${String(asRecord(prepared.params)['paymentId'])}`];
  }
  if (movements.length === 1) return describeOne(first, options);
  const cents = movements.reduce((sum, movement) => sum + movement.cents, 0);
  return [
    cuttable`Pay ${movements.length} payables, total ${usd(cents)}:`,
    ...movements
      .slice(0, MAX_SHOWN)
      .map((movement) => cuttable`  ${joinCuttable(describeOne(movement, options), ', ')}`),
    ...(movements.length > MAX_SHOWN ? [cuttable`  and ${movements.length - MAX_SHOWN} more`] : []),
  ];
}

function describeOne(
  movement: KnownMovement,
  { banks, now }: DescribeOptions,
): readonly Cuttable[] {
  const account = nameOfBank(banks, movement.bankId);
  if (movement.kind === 'withdrawal') {
    return [
      cuttable`Withdraw ${usd(movement.cents)} to ${account}${uncut(arrivalEstimateText(now))}`,
    ];
  }
  const speed = movement.clearingSpeed === 'sameDay' ? 'same-day' : 'standard';
  const title = speed === 'same-day' ? 'Same-day ACH' : 'Standard ACH';
  const on = movement.scheduledDate ?? undefined;
  const dateText = on === undefined ? '' : ` on ${on}`;
  return [
    cuttable`Pay ${usd(movement.cents)} to ${nameOfPayee(movement)}${invoiceText(movement)}`,
    cuttable`From ${account}`,
    cuttable`${title}${dateText}${uncut(settlementEstimateText({ speed, on }, now))}`,
    ...(movement.note === null ? [] : [cuttable`Memo: ${movement.note}`]),
  ];
}

function nameOfPayee({ payee, payableId, bankId }: KnownMovement): string | Cuttable {
  const { name, businessId, connectionId } = payee;
  if (name === null) return businessId ?? connectionId ?? 'a payee without a name';
  return quotedName(name, { own: [businessId, connectionId], others: [payableId, bankId] });
}

/** Returns the invoice number with the id of its payable; the id alone without a number. */
function invoiceText({ payableId, payable, payee, bankId }: KnownMovement): string | Cuttable {
  if (payableId === null) return '';
  const number = payable?.invoiceNumber;
  if (!number) return cuttable` for payable ${payableId}`;
  const shown = { own: [payableId], others: [payee.businessId, payee.connectionId, bankId] };
  return cuttable` for invoice ${quotedName(number, shown)} (${payableId})`;
}

function nameOfBank(banks: readonly BankAccount[], id: string): string | Cuttable {
  const account = banks.find((bank) => bank.id === id);
  return account ? bankText(account) : id;
}
