import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { importRows } from '../../src/commands/payable/accounting-import.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

/** The header rows of the vendors' templates, copied from there and not from the code. */
const TEMPLATES = {
  'xero received':
    '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,*InvoiceDate,*DueDate,Total,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency',
  'xero sent':
    '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme',
  'quickbooks received':
    '*BillNo,*Supplier,*BillDate,*DueDate,Terms,Location,Memo,*Account,LineDescription,*LineAmount,Currency',
  'quickbooks sent':
    '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Service Date',
} as const;

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

type Cells = Readonly<Record<string, string>>;

/** Runs `payable list --as …` and returns its exit code, header and rows. */
async function exported(words: string) {
  const { code, out, err } = await service.remit(`payable list --as ${words}`);
  const rows = parse(out, { columns: true }) as Cells[];
  return { code, err, header: out.split('\n')[0], rows };
}

async function invoice(words: string): Promise<void> {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.json(
    `payable create -b ${service.payee} --connection ${connection?.id} ${words} --submit`,
  );
}

describe('the columns are those of the template', () => {
  test.for(Object.entries(TEMPLATES))('%s', async ([which, template]) => {
    const [product, direction] = which.split(' ');
    const side = direction === 'sent' ? ` -b ${service.payee}` : '';
    const { code, header, rows } = await exported(`${product} --direction ${direction}${side}`);
    expect([code, header]).toEqual([0, template]);
    expect(rows).toHaveLength(3);
    const empty = await exported(`${product} --direction ${direction}${side} --search nothing`);
    expect(empty).toMatchObject({ code: 0, header: template, rows: [] });
  });
});

test('a bill has a row for each line, with dates and amounts as they are imported', async () => {
  await invoice(
    '--due 2026-04-09 --invoice-number CL-9 --memo March --line "Sheets|12|8.50" --line "Pick-up|1|25"',
  );
  const line = '--direction received --search CL-9';
  const xero = await exported(`xero ${line} --accounting-account 429 --tax-type "Tax Exempt"`);
  const bill = {
    '*ContactName': 'Coastal Linen Inc',
    '*InvoiceNumber': 'CL-9',
    '*InvoiceDate': '03/02/2026',
    '*DueDate': '04/09/2026',
    Total: '127.00',
    '*AccountCode': '429',
    '*TaxType': 'Tax Exempt',
    Currency: 'USD',
  };
  expect(xero.err).toBe('');
  expect(xero.rows).toMatchObject([
    { ...bill, Description: 'Sheets', '*Quantity': '12', '*UnitAmount': '8.5' },
    { ...bill, Description: 'Pick-up', '*Quantity': '1', '*UnitAmount': '25' },
  ]);
  const { rows } = await exported(`quickbooks ${line} --accounting-account Laundry`);
  expect(rows.map((it) => [it['*BillNo'], it['LineDescription'], it['*LineAmount']])).toEqual([
    ['CL-9', 'Sheets', '102.00'],
    ['CL-9', 'Pick-up', '25.00'],
  ]);
  expect(rows[0]).toMatchObject({
    '*Account': 'Laundry',
    '*BillDate': '03/02/2026',
    Memo: 'March',
  });
});

test('what was sent becomes sales invoices of the payer', async () => {
  const sent = `--direction sent -b ${service.payee} --search CL-1001`;
  const { rows } = await exported(`quickbooks ${sent} --accounting-account Laundry`);
  expect(rows).toMatchObject([
    {
      '*InvoiceNo': 'CL-1001',
      '*Customer': 'Acme Hotels LLC',
      'Item(Product/Service)': 'Laundry',
      '*ItemAmount': '1840.00',
    },
  ]);
  const [xero] = (await exported(`xero ${sent}`)).rows;
  expect(xero).toMatchObject({ '*ContactName': 'Acme Hotels LLC', Total: '1840.00' });
});

test('drafts, declined and cancelled payables are left out unless they are asked for', async () => {
  const numbers = (rows: readonly Cells[]) => rows.map((it) => it['*BillNo']);
  const all = await exported('quickbooks --direction received --sort invoice');
  expect(numbers(all.rows)).toEqual(['CL-1001', 'CL-1002', 'CL-1004']);
  const declined = await exported('quickbooks --direction received --status DECLINED');
  expect(numbers(declined.rows)).toEqual(['CL-1003']);
});

test('a due date that is missing is said, and not made up', async () => {
  const { err, rows } = await exported('xero --direction received --limit 2');
  expect(err).toBe('2 payables have no due date: fill in the column *DueDate before the import.\n');
  expect(rows.map((it) => it['*DueDate'])).toEqual(['', '']);
});

test('it is CSV in a file, in a terminal and whatever the settings say', async () => {
  const words = 'payable list --as xero --direction received';
  const piped = (await service.remit(words)).out;
  const tty = { stdin: true, stdout: true, stderr: true };
  expect((await service.remit(words, { tty })).out).toBe(piped);
  expect((await service.remit(words, { env: { REMIT_FORMAT: 'json' } })).out).toBe(piped);
  await service.remit(`${words} --out bills --manifest`);
  expect(await readFile(join(service.cwd, 'bills'), 'utf8')).toBe(piped);
  const manifest = JSON.parse(await readFile(join(service.cwd, 'bills.manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ rows: 3, sumCents: { Total: 465_750 } });
});

test('text that a spreadsheet would run as a formula is escaped', async () => {
  await invoice('--amount 5 --invoice-number =1+1');
  const { rows } = await exported('xero --direction received --search =1+1');
  expect(rows[0]?.['*InvoiceNumber']).toBe("'=1+1");
});

test('what fits no import is refused', async () => {
  for (const [words, message] of [
    ['xero', '--as requires --direction'],
    ['xero --direction received --columns id', '--columns cannot be used with --as'],
    ['xero --direction received --query [0]', '--query cannot be used with --as'],
    ['xero --direction received --json', 'printed as csv only, not as json'],
    ['quickbooks --direction received -o tsv', 'printed as csv only, not as tsv'],
    ['xero --direction received --out bills.json', 'printed as csv only, not as json'],
    ['xero --direction received --group-by payee', '--group-by cannot be used with --as'],
    ['xero --direction received --since-last --out a.csv', '--since-last cannot be used with --as'],
    ['quickbooks --direction received --tax-type x', '--tax-type requires --as xero'],
    ['sage --direction received', 'xero, quickbooks'],
  ] as const) {
    const { code, out, err } = await service.remit(`payable list --as ${words}`);
    expect([words, code, out]).toEqual([words, 2, '']);
    expect(err).toContain(message);
  }
});

test.for(['--accounting-account 429', '--tax-type x'])('%s requires --as', async (words) => {
  const { code, err } = await service.remit(`payable list ${words}`);
  expect(code).toBe(2);
  expect(err).toContain('requires --as');
});

describe('records of a service that shows less', () => {
  const known: Payable = {
    ...{ id: 'pay_1', amount: 10, payeeName: 'Coastal', createdAt: '2026-03-02T15:00:00Z' },
    dueDate: '2026-03-31',
  };
  async function* only(row: Payable) {
    yield row;
  }
  async function rowsFrom(row: Payable) {
    const rows = [];
    const options = { product: 'quickbooks', direction: 'received' } as const;
    const context = { notice: () => {} };
    const none = { account: undefined, taxType: undefined };
    for await (const it of importRows(context, only(row), { ...options, ...none })) rows.push(it);
    return rows;
  }

  test('lines that do not add up to the amount are one line of the amount', async () => {
    const line = { description: 'x', quantity: 3, unitPrice: 3.33 };
    for (const lineItems of [[line], [{ description: 'x' }], [], null]) {
      const rows = await rowsFrom({ ...known, lineItems });
      expect(rows).toMatchObject([{ '*LineAmount': 10, LineDescription: 'Invoice pay_1' }]);
    }
    const rows = await rowsFrom({ ...known, amount: 9.99, lineItems: [line] });
    expect(rows).toMatchObject([{ '*LineAmount': 9.99, LineDescription: 'x' }]);
  });

  test('the date is the Eastern one', async () => {
    const rows = await rowsFrom({ ...known, submittedAt: '2026-03-03T03:00:00Z' });
    expect(rows).toMatchObject([{ '*BillDate': '03/02/2026' }]);
  });

  test.for(['payeeName', 'amount', 'createdAt'] as const)('without %s', async (field) => {
    await expect(rowsFrom({ ...known, [field]: undefined })).rejects.toThrow(
      `no usable ${field}, which --as needs`,
    );
  });
});
