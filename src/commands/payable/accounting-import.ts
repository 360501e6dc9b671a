import { easternDateOf } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import type { Payable } from '../../api/operations/payable.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { Context } from '../../cli/context.ts';
import { expandRecords } from '../../cli/list/arrange-records.ts';
import { MissingFieldError, usageError } from '../../money/errors.ts';
import { centsIn } from '../../render/money.ts';
import type { Column, Tabular } from '../../render/view.ts';
import type { PayableListFlags } from './list.ts';

/** The product, and the values that the service does not know. */
interface ImportOptions {
  readonly product: Product;
  readonly direction: ImportDirection;
  /** Code or name of the account, or for sales invoices of QuickBooks the name of the product. */
  readonly account: string | undefined;
  readonly taxType: string | undefined;
}

/**
 * Returns the options of the import file that is wanted; `undefined` if none is.
 *
 * @throws {UsageError} for flags that it cannot have, or that are of no use without it.
 */
export function importOptions(flags: PayableListFlags): ImportOptions | undefined {
  const { as: product, direction, groupBy, sinceLast, accountingAccount: account, taxType } = flags;
  if (product === undefined) {
    if (account !== undefined) {
      throw usageError('accounting-account', '--accounting-account requires --as.');
    }
    if (taxType !== undefined) throw usageError('tax-type', '--tax-type requires --as xero.');
    return undefined;
  }
  if (groupBy) throw usageError('group-by', '--group-by cannot be used with --as.');
  // A payable that is left out because of its status would count as exported.
  if (sinceLast) throw usageError('since-last', '--since-last cannot be used with --as.');
  if (taxType !== undefined && product !== 'xero') {
    throw usageError('tax-type', '--tax-type requires --as xero.');
  }
  if (direction === undefined) {
    throw usageError(
      'direction',
      '--as requires --direction: received for bills, sent for sales invoices.',
    );
  }
  return { product, direction, account, taxType };
}

/** The states of payables that belong into the books. */
export const BOOKED = ['SUBMITTED', 'APPROVED', 'SCHEDULED', 'PAID'] as const;

type ImportRow = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Converts payables to rows: one for each line of an invoice, or one for the whole of it if it has no lines that add up
 * to its amount. Writes how many have no due date, which the products require.
 *
 * @throws {MissingFieldError} while reading, if a payable lacks a name, a date or an amount.
 */
export function importRows(
  { notice }: Pick<Context, 'notice'>,
  payables: AsyncIterable<Payable>,
  options: ImportOptions,
): AsyncIterable<ImportRow> {
  let undated = 0;
  const toRows = (it: Payable) => {
    undated += it.dueDate ? 0 : 1;
    return rowsFor(it, options);
  };
  return expandRecords(payables, toRows, () => {
    if (undated === 0) return;
    const have = undated === 1 ? 'payable has' : 'payables have';
    notice(`${undated} ${have} no due date: fill in the column *DueDate before the import.`);
  });
}

/** A line of an invoice. Amounts in dollars; the total is that of the line in cents, exact. */
interface Line {
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly cents: number;
}

interface Booked {
  readonly party: string;
  readonly number: string;
  readonly date: string;
  readonly due: string | null;
  readonly memo: string | null;
  readonly cents: number;
}

function rowsFor(it: Payable, options: ImportOptions): readonly ImportRow[] {
  const toRow = rows[`${options.product} ${options.direction}`];
  const facts = bookedFacts(it, options);
  return linesOf(it, facts).map((line) => toRow(facts, line, options));
}

function bookedFacts(it: Payable, { direction }: ImportOptions): Booked {
  const partyField = direction === 'received' ? 'payeeName' : 'payerName';
  const party = it[partyField];
  const cents = centsIn(it.amount);
  const date = easternDateOf(it.submittedAt ?? it.createdAt);
  if (!party) throw new MissingFieldError('--as', [partyField], it.id);
  if (cents === undefined) throw new MissingFieldError('--as', ['amount'], it.id);
  if (date === undefined) throw new MissingFieldError('--as', ['createdAt'], it.id);
  return {
    party,
    number: it.invoiceNumber || it.id,
    date: usDate(date),
    due: it.dueDate ? usDate(it.dueDate.slice(0, 10)) : null,
    memo: it.memo ?? null,
    cents,
  };
}

/** Returns the lines of an invoice if they add up to its amount, otherwise one line for all of it. */
function linesOf(it: Payable, { cents, memo, number }: Booked): readonly Line[] {
  const lines = (it.lineItems ?? []).map(({ description, quantity, unitPrice, total }) => {
    const known = typeof quantity === 'number' && typeof unitPrice === 'number';
    const sum = centsIn(total) ?? (known ? Math.round(quantity * unitPrice * 100) : undefined);
    return { description, quantity, unitPrice, cents: sum };
  });
  const isComplete = (line: (typeof lines)[number]): line is Line =>
    typeof line.description === 'string' &&
    typeof line.quantity === 'number' &&
    typeof line.unitPrice === 'number' &&
    line.cents !== undefined;
  const complete = lines.filter(isComplete);
  const sum = complete.reduce((total, line) => total + line.cents, 0);
  if (complete.length === lines.length && lines.length > 0 && sum === cents) return complete;
  const unitPrice = toDollars(cents);
  return [{ description: memo || `Invoice ${number}`, quantity: 1, unitPrice, cents }];
}

type ToRow = (facts: Booked, line: Line, options: ImportOptions) => ImportRow;

const xeroRow: ToRow = (facts, { description, quantity, unitPrice }, { account, taxType }) => ({
  '*ContactName': facts.party,
  '*InvoiceNumber': facts.number,
  '*InvoiceDate': facts.date,
  '*DueDate': facts.due,
  Total: toDollars(facts.cents),
  ...{ Description: description, '*Description': description },
  '*Quantity': quantity,
  '*UnitAmount': unitPrice,
  '*AccountCode': account,
  '*TaxType': taxType,
  Currency: 'USD',
});

/** The rows of each template by `product direction`. A column that a row does not have stays empty. */
const rows: Readonly<Record<`${Product} ${ImportDirection}`, ToRow>> = {
  'xero received': xeroRow,
  'xero sent': (facts, line, options) => ({
    ...xeroRow(facts, line, options),
    Reference: facts.memo,
  }),
  'quickbooks received': (facts, { description, cents }, { account }) => ({
    '*BillNo': facts.number,
    '*Supplier': facts.party,
    '*BillDate': facts.date,
    '*DueDate': facts.due,
    Memo: facts.memo,
    '*Account': account,
    LineDescription: description,
    '*LineAmount': toDollars(cents),
    Currency: 'USD',
  }),
  'quickbooks sent': (facts, { description, quantity, unitPrice, cents }, { account }) => ({
    '*InvoiceNo': facts.number,
    '*Customer': facts.party,
    '*InvoiceDate': facts.date,
    '*DueDate': facts.due,
    Memo: facts.memo,
    'Item(Product/Service)': account,
    ItemDescription: description,
    ItemQuantity: quantity,
    ItemRate: unitPrice,
    '*ItemAmount': toDollars(cents),
  }),
};

/** Formats a date as the products expect it of companies in the United States: `03/31/2026`. */
const usDate = (date: IsoDate): string =>
  `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

/** An accounting product whose import files can be written. */
type Product = 'xero' | 'quickbooks';

/** The documents of an import file: bills for payables received, sales invoices for payables sent. */
type ImportDirection = 'received' | 'sent';

const xeroContact =
  '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry';
const xeroTracking = 'TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency';

/** The header rows of the vendors' templates. */
const TEMPLATES: Readonly<Record<Product, Readonly<Record<ImportDirection, string>>>> = {
  xero: {
    received: `${xeroContact},*InvoiceNumber,*InvoiceDate,*DueDate,Total,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,${xeroTracking}`,
    sent: `${xeroContact},*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,${xeroTracking},BrandingTheme`,
  },
  quickbooks: {
    received:
      '*BillNo,*Supplier,*BillDate,*DueDate,Terms,Location,Memo,*Account,LineDescription,*LineAmount,Currency',
    sent: '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Service Date',
  },
};

const MONEY = new Set(['Total', '*LineAmount', '*ItemAmount']);
const NUMBERS = new Set(['*Quantity', '*UnitAmount', 'ItemQuantity', 'ItemRate']);

/** Returns the view of an import file, which is always CSV. */
export function importView(product: Product, direction: ImportDirection): Tabular {
  const columns = TEMPLATES[product][direction].split(',').map(
    (key): Column => ({
      key,
      kind: MONEY.has(key) ? 'money' : NUMBERS.has(key) ? 'number' : 'text',
    }),
  );
  return { kind: 'list', columns, empty: 'No payables match.', only: 'csv' };
}
