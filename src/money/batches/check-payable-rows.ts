import { centsIn, usd } from '../../render/money.ts';
import { GuardError, PreconditionError } from '../errors.ts';
import type { PayableLookup } from './fetch-payables.ts';
import { type PaymentProblem, paymentProblemLines, toInputProblems } from './row-problems.ts';

/**
 * Checks that every payable can be paid and has the expected amount. An error names all offending rows.
 *
 * @throws {PreconditionError} If a payable is unknown, has another payer or is not `APPROVED`.
 * @throws {GuardError} If an amount is missing or differs from the one in the row.
 */
export function assertPayable(lookups: readonly PayableLookup[], businessId: string): void {
  const refused = lookups.flatMap((lookup) =>
    problemsOf(lookup, 'payableId', refusalReason(lookup, businessId)),
  );
  const unexpected = lookups.flatMap((lookup) =>
    problemsOf(lookup, 'amount', mismatchReason(lookup)),
  );
  const all = [...refused, ...unexpected];
  if (refused.length > 0) {
    throw new PreconditionError(
      'payable_not_approved',
      [
        `${countOf(refused)} of ${lookups.length} cannot be paid; nothing was sent.`,
        ...paymentProblemLines(all),
      ],
      ['remit payable list --status APPROVED'],
      toInputProblems(all),
    );
  }
  if (unexpected.length > 0) {
    throw new GuardError(
      'expectation',
      [
        `${countOf(unexpected)} of ${lookups.length} do not match expectations; nothing was sent.`,
        ...paymentProblemLines(all),
      ],
      [],
      toInputProblems(all),
    );
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
  const cents = centsIn(payable.amount);
  if (cents === undefined) return 'has no amount';
  const { connectionId } = payable;
  if (input.connectionId !== undefined && connectionId && connectionId !== input.connectionId) {
    return `is of connection ${connectionId}, not ${input.connectionId}`;
  }
  const { payeeName } = payable;
  if (input.payeeName !== undefined && payeeName && !isWrittenAs(payeeName, input.payeeName)) {
    return `pays ${payeeName}, not ${input.payeeName}`;
  }
  if (input.cents === undefined || input.cents === cents) return null;
  return `is ${usd(cents)}, not ${usd(input.cents)}`;
}

/** Reports whether a cell is a text, or that text as CSV writes one that a spreadsheet would run as a formula. */
const isWrittenAs = (text: string, cell: string): boolean => cell === text || cell === `'${text}`;

const problemsOf = (
  { input }: PayableLookup,
  field: PaymentProblem['field'],
  reason: string | null,
): PaymentProblem[] =>
  reason === null ? [] : [{ input, field, message: `${input.payableId} ${reason}` }];

const countOf = ({ length }: readonly PaymentProblem[]) =>
  length === 1 ? '1 payable' : `${length} payables`;
