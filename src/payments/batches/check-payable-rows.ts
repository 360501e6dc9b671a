import { Stopped, WouldBeRefused } from '../../cli/errors.ts';
import { usd } from '../../render/money.ts';
import type { Look } from './fetch-payables.ts';
import { centsOwed } from './planned-payment.ts';

/**
 * Throws when the service would refuse one of the payables (`WouldBeRefused`), or when one does not amount to what was
 * expected (`Stopped`): every one of them is named.
 */
export function refuseUnpayable(looks: readonly Look[], businessId: string): void {
  const refused = looks.flatMap((it) => named(it, whyRefused(it, businessId)));
  const other = looks.flatMap((it) => named(it, whyUnexpected(it)));
  if (refused.length > 0) {
    throw new WouldBeRefused(
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
    throw new Stopped('expectation', [
      `${countOf(other)} of ${looks.length} are not as expected; nothing was sent.`,
      ...other,
    ]);
  }
}

function whyRefused({ payable }: Look, businessId: string): string | null {
  if (!payable) return `is not known to business ${businessId}`;
  const { payerBusinessId, status } = payable;
  if (payerBusinessId && payerBusinessId !== businessId) {
    return `is to be paid by ${payerBusinessId}, not by ${businessId}`;
  }
  return status && status !== 'APPROVED' ? `is ${status}, not APPROVED` : null;
}

function whyUnexpected({ wanted, payable }: Look): string | null {
  if (!payable) return null;
  const cents = centsOwed(payable);
  if (cents === undefined) return 'does not say what it amounts to';
  if (wanted.cents === undefined || wanted.cents === cents) return null;
  return `is ${usd(cents)}, not ${usd(wanted.cents)}`;
}

const named = ({ wanted }: Look, why: string | null) =>
  why === null ? [] : [`row ${wanted.row}: payable ${wanted.payableId} ${why}`];

const countOf = (lines: readonly string[]) =>
  lines.length === 1 ? '1 payable' : `${lines.length} payables`;
