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
export function assertPayable(looks: readonly PayableLookup[], businessId: string): void {
  const refused = looks.flatMap((lookup) => named(lookup, whyRefused(lookup, businessId)));
  const other = looks.flatMap((lookup) => named(lookup, whyUnexpected(lookup)));
  if (refused.length > 0) {
    throw new PreconditionError(
      'payable_not_approved',
      [
        `${countOf(refused)} of ${looks.length} cannot be paid; nothing was sent.`,
        ...refused,
        ...other,
      ],
      ['remit payable list --status APPROVED'],
    );
  }
  if (other.length > 0) {
    throw new GuardError('expectation', [
      `${countOf(other)} of ${looks.length} do not match expectations; nothing was sent.`,
      ...other,
    ]);
  }
}

function whyRefused({ payable }: PayableLookup, businessId: string): string | null {
  if (!payable) return `is not visible to business ${businessId}`;
  const { payerBusinessId, status } = payable;
  if (payerBusinessId && payerBusinessId !== businessId) {
    return `must be paid by ${payerBusinessId}, not by ${businessId}`;
  }
  return status && status !== 'APPROVED' ? `is ${status}, not APPROVED` : null;
}

function whyUnexpected({ wanted, payable }: PayableLookup): string | null {
  if (!payable) return null;
  const cents = centsOwed(payable);
  if (cents === undefined) return 'has no amount';
  if (wanted.cents === undefined || wanted.cents === cents) return null;
  return `is ${usd(cents)}, not ${usd(wanted.cents)}`;
}

const named = ({ wanted }: PayableLookup, why: string | null) =>
  why === null ? [] : [`row ${wanted.row}: payable ${wanted.payableId} ${why}`];

const countOf = (lines: readonly string[]) =>
  lines.length === 1 ? '1 payable' : `${lines.length} payables`;
