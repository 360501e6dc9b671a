import { GuardError, PreconditionError } from '../../cli/errors.ts';
import { usd } from '../../render/money.ts';
import type { PayableLookup } from './fetch-payables.ts';
import { centsOwed } from './planned-payment.ts';

/**
 * Checks that every payable can be paid and has the expected amount. An error names all offending rows.
 *
 * @throws {PreconditionError} If a payable is unknown, has another payer or is not `APPROVED`.
 * @throws {GuardError} If an amount is missing or differs from the one in the row.
 */
export function assertPayable(lookups: readonly PayableLookup[], businessId: string): void {
  const refused = lookups.flatMap((lookup) => named(lookup, refusalReason(lookup, businessId)));
  const unexpected = lookups.flatMap((lookup) => named(lookup, mismatchReason(lookup)));
  if (refused.length > 0) {
    throw new PreconditionError(
      'payable_not_approved',
      [
        `${countOf(refused)} of ${lookups.length} cannot be paid; nothing was sent.`,
        ...refused,
        ...unexpected,
      ],
      ['remit payable list --status APPROVED'],
    );
  }
  if (unexpected.length > 0) {
    throw new GuardError('expectation', [
      `${countOf(unexpected)} of ${lookups.length} do not match expectations; nothing was sent.`,
      ...unexpected,
    ]);
  }
}

function refusalReason({ payable }: PayableLookup, businessId: string): string | null {
  if (!payable) return `is not visible to business ${businessId}`;
  const { payerBusinessId, status } = payable;
  if (payerBusinessId && payerBusinessId !== businessId) {
    return `must be paid by ${payerBusinessId}, not by ${businessId}`;
  }
  return status && status !== 'APPROVED' ? `is ${status}, not APPROVED` : null;
}

function mismatchReason({ input, payable }: PayableLookup): string | null {
  if (!payable) return null;
  const cents = centsOwed(payable);
  if (cents === undefined) return 'has no amount';
  const { connectionId } = payable;
  if (input.connectionId !== undefined && connectionId && connectionId !== input.connectionId) {
    return `is of connection ${connectionId}, not ${input.connectionId}`;
  }
  if (input.cents === undefined || input.cents === cents) return null;
  return `is ${usd(cents)}, not ${usd(input.cents)}`;
}

const named = ({ input }: PayableLookup, reason: string | null) =>
  reason === null ? [] : [`row ${input.row}: payable ${input.payableId} ${reason}`];

const countOf = (lines: readonly string[]) =>
  lines.length === 1 ? '1 payable' : `${lines.length} payables`;
