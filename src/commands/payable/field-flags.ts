import { dollarsText, toDollars } from '../../api/money.ts';
import type { Context } from '../../cli/context.ts';
import { type FlagValues, option, repeatableOption } from '../../cli/flags/flag.ts';
import { date, file, id, parseAmountCents, words } from '../../cli/flags/value-parsers.ts';
import { lineItem, lineItemsTotalCents, toLineItems } from '../../cli/input/line-item.ts';
import { UsageError } from '../../money/errors.ts';

export const detailFlags = {
  amount: option('--amount <dollars>', 'amount (default: the sum of the lines)', parseAmountCents),
  dueDate: option('--due <date>', 'due date, YYYY-MM-DD', date),
  invoiceNumber: option(
    '--invoice-number <number>',
    'invoice number, unique on the connection',
    words,
  ),
  memo: option('--memo <text>', 'memo to the payer', (text) => text),
  lines: repeatableOption(
    '--line <line>',
    "'description|quantity|unitPrice'; repeatable",
    lineItem,
  ),
  attach: repeatableOption(
    '--attach <file>',
    'PDF, PNG or JPEG to upload and attach; repeatable',
    file,
  ),
  attachments: repeatableOption('--attachment <ref>', 'reference of an uploaded file', id),
};

/** The values of these flags; `amount` is integer cents. */
export type Details = FlagValues<typeof detailFlags>;

/**
 * Returns the integer cents owed: as given, otherwise the exact sum of the lines.
 *
 * @throws {UsageError} if both are given and differ.
 */
function centsOwed({
  amount: amountCents,
  lines,
}: Pick<Details, 'amount' | 'lines'>): number | undefined {
  if (lines.length === 0) return amountCents;
  const sum = lineItemsTotalCents(lines);
  if (amountCents === undefined || amountCents === sum) return sum;
  throw new UsageError(
    `--amount ${dollarsText(amountCents)} does not match the sum of the lines, ${dollarsText(sum)}.`,
    { problems: [{ field: 'amount', message: `must be ${dollarsText(sum)} or omitted` }] },
  );
}

/** Uploads the files of `--attach`, and returns the details with their references after those that were given. */
export async function withUploads<D extends Details>(context: Context, details: D): Promise<D> {
  if (details.attach.length === 0) return details;
  const files = await Promise.all(details.attach.map((path) => context.files.readFile(path)));
  return {
    ...details,
    attachments: [...details.attachments, ...(await (await context.service()).upload(files))],
  };
}

/** Returns the given fields as the body of a request, with the amount in dollars. */
export function bodyOf(details: Details) {
  const cents = centsOwed(details);
  return {
    ...(cents !== undefined && { amount: toDollars(cents) }),
    ...(details.dueDate !== undefined && { dueDate: details.dueDate }),
    ...(details.invoiceNumber !== undefined && { invoiceNumber: details.invoiceNumber }),
    ...(details.memo !== undefined && { memo: details.memo }),
    ...(details.lines.length > 0 && { lineItems: toLineItems(details.lines) }),
    ...(details.attachments.length > 0 && { attachments: [...details.attachments] }),
  };
}
