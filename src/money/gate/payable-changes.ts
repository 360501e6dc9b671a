import type { Payable } from '../../api/operations/payable.ts';
import { centsIn, usd } from '../../render/money.ts';

/**
 * Returns what changed between two readings of a payable, each as a clause such as `amount $5.00 is $6.00 now`: amount,
 * payee, status, invoice number, connection, direction and due date.
 *
 * A field that the first reading lacks is not compared. One that only the second lacks is a change of amount, status or
 * payee name, which every reading states unless it is partial; the others are left out by some services.
 */
export function payableChanges(
  before: Payable,
  now: Payable,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): readonly string[] {
  return fields.flatMap(({ name, of, isAlwaysStated = false }) => {
    const [previous, current] = [of(before), of(now)];
    if (previous === undefined || previous === current) return [];
    if (current === undefined && (isPartial || !isAlwaysStated)) return [];
    return [
      `${name} ${previous ?? 'none'} is ${current ?? (current === null ? 'none' : 'unknown')} now`,
    ];
  });
}

interface Field {
  readonly name: string;
  readonly of: (payable: Payable) => string | null | undefined;
  readonly isAlwaysStated?: true;
}

const fields: readonly Field[] = [
  { name: 'amount', of: ({ amount }) => amountText(amount), isAlwaysStated: true },
  { name: 'payee', of: ({ payeeName }) => payeeName, isAlwaysStated: true },
  { name: 'payee', of: ({ senderBusinessId }) => senderBusinessId },
  { name: 'payee', of: ({ businessId }) => businessId },
  { name: 'status', of: ({ status }) => status, isAlwaysStated: true },
  { name: 'invoice number', of: ({ invoiceNumber }) => invoiceNumber },
  { name: 'connection', of: ({ connectionId }) => connectionId },
  { name: 'direction', of: ({ direction }) => direction },
  { name: 'due date', of: ({ dueDate }) => dueDate },
];

function amountText(amount: unknown): string | undefined {
  const cents = centsIn(amount);
  return cents === undefined ? undefined : usd(cents);
}
