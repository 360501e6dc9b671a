import { afterEach, expect, test } from 'vitest';
import { type Home, startHome } from '../helpers/built-program.ts';

let home: Home;
afterEach(() => home.close());

test('one token acts on both sides: it invoices as the payee, and approves and pays as the payer', async () => {
  home = await startHome();
  const [payer, payee] = home.started.businesses.map(({ id }) => id);
  const [connection] = await home.json('connection list');
  const made = await home.json(
    `payable create -b ${payee} --connection ${connection.id} --amount 75.25 --submit`,
  );
  await home.json(`payable approve ${made.id} -b ${payer} --yes`);
  const wrongSide = await home.run(`payable approve ${made.id} -b ${payee} --yes`);
  expect(wrongSide.code).toBe(5);
  await home.json(`pay initiate ${made.id} -b ${payer} --speed same-day --yes`);
  await home.run('sandbox clock advance until 2026-03-02T22:00:00Z');
  expect((await home.json(`payable get ${made.id} -b ${payee}`)).status).toBe('PAID');
  expect((await home.json(`business balance ${payee}`)).available).toBe(75.25);
});

test('the invoices of a file are created once; a file with errors sends nothing and lists each', async () => {
  home = await startHome();
  const payee = home.started.businesses[1]?.id;
  const [connection] = await home.json('connection list');
  const from = (name: string) =>
    home.run(
      `payable create -b ${payee} --connection ${connection.id} --file ${process.cwd()}/examples/${name} --json`,
    );
  const before = (await home.json(`payable list -b ${payee}`)).length;

  const refused = await from('invoices-refused.csv');
  expect([refused.code, refused.out]).toEqual([2, '']);
  const { fields } = JSON.parse(refused.err).error;
  expect(fields.map((it: { field: string }) => it.field).sort()).toEqual([
    'dueDate',
    'invoiceNumber',
  ]);
  expect(fields[0].row).toBeGreaterThan(0);
  expect(refused.err).toMatch(/invoices-refused\.csv:\d+: /);
  expect((await home.json(`payable list -b ${payee}`)).length).toBe(before);

  const made = await from('invoices.csv');
  expect(made.code).toBe(0);
  expect(JSON.parse(made.out)).toHaveLength(20);
  const again = await from('invoices.csv');
  expect(again.code).toBe(14);
  expect(new Set(JSON.parse(again.out).map((it: { status: string }) => it.status))).toEqual(
    new Set(['skipped']),
  );
  expect((await home.json(`payable list -b ${payee}`)).length).toBe(before + 20);
});
