import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { option, repeatableOption } from '../../cli/flags/flag.ts';
import { date, file, id, parseAmountCents, words } from '../../cli/flags/value-parsers.ts';
import {
  lineItem,
  lineItemsTotalCents,
  type TypedLineItem,
  toLineItems,
} from '../../cli/input/line-item.ts';
import { dollarsText, toDollars } from '../../contract/money.ts';

/** What can be said of a payable, when it is created and when it is changed. */
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

export interface Details {
  readonly amount: number | undefined;
  readonly dueDate: string | undefined;
  readonly invoiceNumber: string | undefined;
  readonly memo: string | undefined;
  readonly lines: readonly TypedLineItem[];
  readonly attach: readonly string[];
  readonly attachments: readonly string[];
}

/** Cents owed: as given, else the exact sum of the lines; `UsageError` when both are given and differ. */
function centsOwed({
  amount: given,
  lines,
}: Pick<Details, 'amount' | 'lines'>): number | undefined {
  if (lines.length === 0) return given;
  const sum = lineItemsTotalCents(lines);
  if (given === undefined || given === sum) return sum;
  throw new UsageError(
    `--amount ${dollarsText(given)} does not match the sum of the lines, ${dollarsText(sum)}.`,
    { problems: [{ field: 'amount', message: `must be ${dollarsText(sum)} or omitted` }] },
  );
}

/** The details with the files of `--attach` uploaded: their references stand behind those that were given. */
export async function withUploads<D extends Details>(context: Context, details: D): Promise<D> {
  if (details.attach.length === 0) return details;
  const files = await Promise.all(details.attach.map((path) => context.files.readFile(path)));
  return {
    ...details,
    attachments: [...details.attachments, ...(await (await context.service()).upload(files))],
  };
}

/** Only what was given, as the service wants it. */
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
