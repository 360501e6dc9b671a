import { UsageError } from '../../cli/errors.ts';
import { option, repeated } from '../../cli/flag.ts';
import { type LineText, lineItem, sumOf, toWire } from '../../cli/line-item.ts';
import { amount, date, id, words } from '../../cli/values.ts';
import { dollarsText, toDollars } from '../../contract/money.ts';

/** What can be said of a payable, when it is created and when it is changed. */
export const detailFlags = {
  amount: option('--amount <dollars>', 'what is owed; the sum of the lines when left out', amount),
  dueDate: option('--due <date>', 'due date, YYYY-MM-DD', date),
  invoiceNumber: option(
    '--invoice-number <number>',
    'your number, unique on the connection',
    words,
  ),
  memo: option('--memo <text>', 'note that the payer reads', (text) => text),
  lines: repeated('--line <line>', "'description|quantity|unitPrice'; repeat for more", lineItem),
  attachments: repeated('--attachment <ref>', 'reference of a file uploaded before', id),
};

export interface Details {
  readonly amount: number | undefined;
  readonly dueDate: string | undefined;
  readonly invoiceNumber: string | undefined;
  readonly memo: string | undefined;
  readonly lines: readonly LineText[];
  readonly attachments: readonly string[];
}

/** Cents owed: as given, else the exact sum of the lines; `UsageError` when both are given and differ. */
function centsOwed({
  amount: given,
  lines,
}: Pick<Details, 'amount' | 'lines'>): number | undefined {
  if (lines.length === 0) return given;
  const sum = sumOf(lines);
  if (given === undefined || given === sum) return sum;
  throw new UsageError(
    `--amount ${dollarsText(given)} is not the sum of the lines, which is ${dollarsText(sum)}.`,
    { problems: [{ field: 'amount', message: `must be ${dollarsText(sum)} or left out` }] },
  );
}

/** Only what was given, as the service wants it. */
export function bodyOf(details: Details) {
  const cents = centsOwed(details);
  return {
    ...(cents !== undefined && { amount: toDollars(cents) }),
    ...(details.dueDate !== undefined && { dueDate: details.dueDate }),
    ...(details.invoiceNumber !== undefined && { invoiceNumber: details.invoiceNumber }),
    ...(details.memo !== undefined && { memo: details.memo }),
    ...(details.lines.length > 0 && { lineItems: toWire(details.lines) }),
    ...(details.attachments.length > 0 && { attachments: [...details.attachments] }),
  };
}
