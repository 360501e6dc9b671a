import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let connection: string;
beforeEach(async () => {
  service = await startService();
  connection = (await service.json<{ id: string }[]>('connection list'))[0]?.id ?? '';
});
afterEach(() => service.close());

/** Submits an invoice of the payee, and returns its id. */
const invoice = async (number: string, amount: number): Promise<string> => {
  const line = `payable create -b ${service.payee} --connection ${connection} --submit`;
  const { id } = await service.json<{ id: string }>(
    `${line} --amount ${amount} --invoice-number ${number}`,
  );
  return id;
};

interface Row {
  readonly id: string;
  readonly otherId: string;
  readonly reasons: readonly string[];
  readonly because: string;
}

test('payable duplicates lists pairs with their reasons', async () => {
  expect(await service.json('payable duplicates')).toEqual([]);
  const [again, changed] = [await invoice('cl1001', 99), await invoice('X-9', 1840)];
  const pairs = await service.json<Row[]>('payable duplicates');
  expect(pairs.map(({ id, reasons }) => [id, reasons])).toEqual(
    expect.arrayContaining([
      [again, ['same_number', 'same_payee']],
      [changed, ['same_amount', 'same_payee']],
    ]),
  );
  expect(pairs.map(({ because }) => because)).toEqual(
    expect.arrayContaining(['same number, same payee', 'same amount on the same day, same payee']),
  );
  const { out } = await service.remit('payable duplicates --csv');
  expect(out.split('\r\n')[0]).toContain('invoiceNumber,payeeName,amount');
});

test('--within limits the days between equal amounts, and --unpaid leaves out paid pairs', async () => {
  await service.remit('sandbox clock advance 4d');
  const later = await invoice('X-9', 1840);
  expect(await service.json('payable duplicates')).toMatchObject([{ id: later, daysApart: 4 }]);
  expect(await service.json('payable duplicates --within 3')).toEqual([]);
  await service.json(`payable approve ${later} --yes`);
  for (const number of ['CL-1001', 'X-9']) {
    await service.json(`pay initiate ${number} --connection ${connection} --yes --speed same-day`);
  }
  await service.remit('sandbox clock advance 2d');
  expect(await service.json('payable duplicates --unpaid')).toEqual([]);
  expect(await service.json('payable duplicates')).toHaveLength(1);
});
