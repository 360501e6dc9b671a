/** Stories of fraud: each is said before the money leaves, in the question and in the plan. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { firstPartner, newPartner, type Partner } from './partners.ts';

interface Said {
  readonly code: string;
  readonly text: string;
}

let service: Service;
let linen: Partner;
beforeEach(async () => {
  service = await startService();
  linen = await firstPartner(service);
});
afterEach(() => service.close());

/** Pays an invoice of $1,000, a week ago: the payee is known. */
async function knownLinen(): Promise<void> {
  const id = await linen.invoice('CL-1', 1000);
  await service.json(`pay initiate ${id} --yes`);
  await service.remit('sandbox clock advance 7d');
}

/** Returns what the question about a payment says, answered with no. */
async function askedAbout(line: string): Promise<string> {
  const { code, err } = await service.remit(line, {
    ...{ tty: { stdin: true, stderr: true }, stdin: 'n\n', columns: 300 },
  });
  expect(code).toBe(14);
  return err.slice(0, err.lastIndexOf('?'));
}

/** Returns the marks of the only row of a plan. */
async function plannedMarks(payableId: string): Promise<readonly Said[]> {
  await service.file('rows.csv', `payableId\n${payableId}\n`);
  const line = 'run plan --file rows.csv --out plan.json --force';
  expect((await service.remit(line)).code).toBe(0);
  const { plan } = JSON.parse(await readFile(join(service.cwd, 'plan.json'), 'utf8'));
  return plan.payments[0].marks ?? [];
}

/** Checks that a payment is marked in its question and in a plan, and that nothing was sent. */
async function expectSaid(payableId: string, code: string, text: RegExp): Promise<void> {
  const before = await service.json<unknown[]>('pay list');
  expect(await askedAbout(`pay initiate ${payableId}`)).toMatch(text);
  const marks = await plannedMarks(payableId);
  expect(marks.filter((it) => it.code === code).map((it) => it.text)).toContainEqual(
    expect.stringMatching(text),
  );
  expect(await service.json('pay list')).toEqual(before);
}

describe('before the money leaves it is said', () => {
  test('1. that a payee was never paid', async () => {
    const id = await linen.invoice('X-1', 10);
    await expectSaid(id, 'first_payment', /First payment to "Coastal Linen Inc" \(conn_\w+\)/);
  });

  test('2. that a letter of a name is Cyrillic', async () => {
    await knownLinen();
    const forged = await newPartner(service, 'Cоastal Linen Inc');
    const id = await forged.invoice('CL-2', 500);
    await expectSaid(
      id,
      'similar_name',
      new RegExp(`looks like "Coastal Linen Inc" \\(${linen.connectionId}\\).*U\\+043E`),
    );
  });

  test('3. that a digit stands for a letter', async () => {
    await knownLinen();
    const id = await (await newPartner(service, 'C0astal L1nen')).invoice('CL-2', 500);
    await expectSaid(id, 'similar_name', /"C0astal L1nen" .* looks like "Coastal Linen Inc"/);
  });

  test('4. that a letter is missing', async () => {
    await knownLinen();
    const id = await (await newPartner(service, 'Coastal Linn Inc')).invoice('CL-2', 500);
    await expectSaid(id, 'similar_name', /"Coastal Linn Inc" .* looks like "Coastal Linen Inc"/);
  });

  test('5. that a known name has a new connection, with another legal form', async () => {
    await knownLinen();
    const id = await (await newPartner(service, 'COASTAL LINEN, LLC')).invoice('CL-2', 500);
    await expectSaid(
      id,
      'new_connection',
      new RegExp(`New connection under a known name: .* over ${linen.connectionId} before`),
    );
  });

  test('6. that the name of an archived connection is back', async () => {
    await knownLinen();
    await service.remit(`connection archive ${linen.connectionId} --yes`);
    const id = await (await newPartner(service, 'Coastal Linen Inc')).invoice('CL-2', 500);
    await expectSaid(id, 'new_connection', /New connection under a known name/);
  });

  test('7. that the amount is ten times what it was', async () => {
    await knownLinen();
    const id = await linen.invoice('CL-2', 9999.5);
    await expectSaid(
      id,
      'large_amount',
      /\$9,999\.50 is more than three times the largest payment .* in the last year, \$1,000\.00/,
    );
    expect((await plannedMarks(await linen.invoice('CL-3', 3000))).map(({ code }) => code)).toEqual(
      [],
    );
  });

  test('8. that a payee is paid twice in a day', async () => {
    await knownLinen();
    await service.json(`pay quick ${linen.connectionId} --amount 20 --yes`);
    const id = await linen.invoice('CL-2', 500);
    await expectSaid(id, 'paid_within_day', /Paid again within a day: "Coastal Linen Inc"/);
    await service.remit('sandbox clock advance 25h');
    expect(await plannedMarks(id)).toEqual([]);
  });

  test('9. that a paid invoice comes again, written differently', async () => {
    await knownLinen();
    await service.remit('sandbox clock advance 7d');
    const id = await linen.invoice('cl-0001', 1000);
    await expectSaid(
      id,
      'duplicate_invoice',
      /Invoice "cl-0001" \(pay_\w+\) may be a duplicate of "CL-1" \(pay_\w+, PAID\): same number, same payee/,
    );
  });

  test('10. that an invoice comes again with a changed number', async () => {
    await knownLinen();
    await linen.invoice('CL-7', 777);
    const id = await linen.invoice('CL-7-REVISED', 777);
    await expectSaid(
      id,
      'duplicate_invoice',
      /may be a duplicate of "CL-7" .*: same amount on the same day, same payee/,
    );
  });

  test('11. that a forged sender repeats the invoice of a known one', async () => {
    await knownLinen();
    await linen.invoice('CL-7', 777);
    const id = await (await newPartner(service, 'Coastal Lіnen')).invoice('CL-7', 777);
    await expectSaid(
      id,
      'duplicate_invoice',
      /may be a duplicate of "CL-7" .*: same number, same amount on the same day, payees with similar names/,
    );
  });

  test('12. at the approval, before there is a payment', async () => {
    await knownLinen();
    const id = await linen.submit('CL_01', 1000);
    const line = `payable approve ${id}`;
    const question = await askedAbout(line);
    expect(question.match(/may be a duplicate of "CL-1" \(pay_\w+, PAID\)/g)).toHaveLength(1);
    const { err } = await service.remit(`${line} --yes`);
    expect(err).toContain('may be a duplicate of "CL-1"');
  });
});

describe('it is also said', () => {
  test('to a script, as members with codes and on stderr', async () => {
    const id = await linen.invoice('X-1', 10);
    const { err, out } = await service.remit(`pay initiate ${id} --yes`);
    expect(err).toContain('First payment to "Coastal Linen Inc"');
    expect(out).not.toContain('first_payment');
    const again = await linen.invoice('x1', 10);
    const paid = await service.json<{ marks: Said[] }>(`pay initiate ${again} --yes`);
    expect(paid.marks.map(({ code }) => code)).toEqual(['paid_within_day', 'duplicate_invoice']);
    await service.file('rows.csv', `payableId\n${await linen.invoice('X-2', 12)}\n`);
    const rows = await service.json<{ marks: Said[] }[]>('pay bulk --file rows.csv --yes');
    expect(rows[0]?.marks.map(({ code }) => code)).toEqual(['paid_within_day']);
  });

  test('to a script that approves, of each payable that may be a duplicate', async () => {
    await linen.invoice('X-1', 10);
    const [again, other] = [await linen.submit('x1', 12), await linen.submit('X-3', 700)];
    const { out } = await service.remit(`payable approve ${other} --yes`);
    expect(out).not.toContain('duplicate_invoice');
    const third = await linen.submit('X-4', 900);
    const both = await service.json<{ id: string; marks?: Said[] }[]>(
      `payable approve ${again} ${third} --yes`,
    );
    expect(both.map(({ id, marks }) => [id, marks?.map(({ code }) => code)])).toEqual([
      [again, ['duplicate_invoice']],
      [third, undefined],
    ]);
    const last = await linen.submit('x-01', 14);
    const [byFilter] = await service.json<{ marks: Said[] }[]>(
      'payable approve --where --amount-from 14 --amount-to 14 --yes --max-total 14',
    );
    expect(byFilter).toMatchObject({ id: last, marks: [{ code: 'duplicate_invoice' }, {}] });
  });

  test('about a payment without an invoice', async () => {
    const line = `pay quick ${linen.connectionId} --amount 20`;
    expect(await askedAbout(line)).toContain('First payment to "Coastal Linen Inc"');
  });

  test('to those who sign and apply a plan', async () => {
    await plannedMarks(await linen.invoice('X-1', 10));
    const shown = await service.json<{ rows: { marks: Said[] }[] }>('run show plan.json');
    expect(shown.rows[0]?.marks).toMatchObject([{ code: 'first_payment' }]);
    expect(await askedAbout('run apply plan.json')).toContain('First payment to "Coastal Linen');
  });
});

describe('a policy', () => {
  const errorOf = async (line: string) => {
    const { code, err } = await service.remit(`${line} --json`);
    return [code, code === 0 ? undefined : JSON.parse(err).error.code];
  };

  test('newPayee approve demands an approved plan for a new payee, and for no other', async () => {
    await service.remit('policy set newPayee approve');
    const id = await linen.invoice('X-1', 10);
    await service.file('rows.csv', `payableId\n${id}\n`);
    const blocked = [14, 'first_payment'];
    expect(await errorOf(`pay initiate ${id} --yes`)).toEqual(blocked);
    expect(await errorOf('pay bulk --file rows.csv --yes')).toEqual(blocked);
    expect(await errorOf(`pay quick ${linen.connectionId} --amount 5 --yes`)).toEqual(blocked);
    const { err } = await service.remit('run plan --file rows.csv --out plan.json');
    expect(err).toContain('next: remit run sign plan.json');
    expect(await errorOf('run apply plan.json --yes')).toEqual([14, 'not_approved']);
    expect(await service.json('pay list')).toEqual([]);
    const submitted = await linen.submit('X-0', 10);
    expect(await errorOf(`payable approve ${submitted} --yes`)).toEqual([0, undefined]);

    await service.remit('policy set newPayee warn');
    expect(await errorOf(`pay initiate ${id} --yes`)).toEqual([0, undefined]);
    await service.remit('policy set newPayee approve');
    const other = await linen.invoice('X-2', 10);
    expect(await errorOf(`pay initiate ${other} --yes`)).toEqual([0, undefined]);
  });

  test('duplicateInvoices block approves and pays no duplicate', async () => {
    await linen.invoice('X-1', 10);
    const [id, submitted] = [await linen.invoice('x1', 10), await linen.submit('X-01', 12)];
    await service.remit('policy set duplicateInvoices block');
    await service.file('rows.csv', `payableId\n${id}\n`);
    const blocked = [14, 'duplicate_invoice'];
    expect(await errorOf(`pay initiate ${id} --yes`)).toEqual(blocked);
    const { err } = await service.remit(`pay initiate ${id} --yes`);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(
      "duplicateInvoices of the profile's policy is block.",
    );
    expect(await errorOf('pay bulk --file rows.csv --yes')).toEqual(blocked);
    expect(await errorOf('run plan --file rows.csv --out plan.json')).toEqual(blocked);
    expect(await errorOf(`payable approve ${submitted} --yes`)).toEqual(blocked);
    expect(await errorOf(`policy check ${id}`)).toEqual(blocked);
    expect(await service.json('pay list')).toEqual([]);
    expect(await errorOf('policy set duplicateInvoices sometimes')).toEqual([2, 'usage']);
  });
});
