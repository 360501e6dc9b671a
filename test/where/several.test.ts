import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { seen } from '../prompts/keys.ts';

let service: Service;
let connection: string;
let ids: Readonly<Record<string, string>>;
beforeEach(async () => {
  service = await startService();
  const [only] = await service.json<{ id: string }[]>('connection list');
  connection = only?.id ?? '';
  const rows = await service.json<{ id: string; invoiceNumber: string }[]>('payable list');
  ids = Object.fromEntries(rows.map(({ id, invoiceNumber }) => [invoiceNumber, id]));
});
afterEach(() => service.close());

/** The demo has CL-1001 approved, CL-1002 ($612.50) and CL-1004 ($2,205.00) submitted, and CL-1003 declined. */
const states = async () => {
  const rows = await service.json<{ invoiceNumber: string; status: string }[]>('payable list');
  const status = (number: string) => rows.find((it) => it.invoiceNumber === number)?.status;
  return [status('CL-1001'), status('CL-1002'), status('CL-1004')];
};
const BEFORE = ['APPROVED', 'SUBMITTED', 'SUBMITTED'];

const atTerminal = (stdin: string): TestInput => ({
  tty: { stdin: true, stdout: true, stderr: true },
  columns: 80,
  stdin,
});

const asPayee = (line: string, typed?: TestInput) =>
  service.remit(`${line} -b ${service.payee}`, typed);

describe('several payables are changed after one question with one table', () => {
  test('cancelled, by number and id', async () => {
    const line = `payable cancel CL-1002 ${ids['CL-1004']}`;
    const declined = await asPayee(line, atTerminal('\n'));
    expect([declined.code, await states()]).toEqual([14, BEFORE]);
    const { code, err } = await asPayee(line, atTerminal('y\n'));
    expect(seen(err)).toContain('2 payables, $2,817.50, to Acme Hotels LLC:');
    expect(seen(err)).toMatch(/INVOICE +PAYEE OR PAYER +AMOUNT/);
    expect(seen(err)).toMatch(/CL-1002 .*\$612\.50[\s\S]*CL-1004 .*\$2,205\.00/);
    expect(seen(err)).toContain("Cancelling payables can't be undone.");
    expect(seen(err).match(/\[y\/N\]/g)).toHaveLength(1);
    expect([code, await states()]).toEqual([0, ['APPROVED', 'CANCELLED', 'CANCELLED']]);
  });

  test('declined, with one reason', async () => {
    const line = 'payable decline CL-1002 CL-1004 --reason Duplicate';
    const { code, err } = await service.remit(line, atTerminal('y\n'));
    expect(seen(err)).toContain('Decline 2 payables, $2,817.50? [y/N]');
    expect([code, await states()]).toEqual([0, ['APPROVED', 'DECLINED', 'DECLINED']]);
  });

  test('reminded: one is not asked about, and neither are scripts', async () => {
    const line = 'payable remind CL-1001 CL-1002';
    const refused = await asPayee(line, atTerminal('n\n'));
    expect([refused.code, seen(refused.err)]).toEqual([14, expect.stringContaining('Remind 2')]);
    const scripted = await asPayee(`${line} --json`);
    expect([scripted.code, JSON.parse(scripted.out)]).toMatchObject([
      0,
      [{ sent: true }, { sent: true }],
    ]);
    const one = await asPayee('payable remind CL-1004', atTerminal(''));
    expect([one.code, seen(one.err)]).toEqual([0, expect.not.stringContaining('[y/N]')]);
  });
});

describe('filters choose payables that the business sent', () => {
  test('to cancel them, with the sum typed', async () => {
    const line = 'payable cancel --where --payer Acme --amount-from 600';
    const { code, err } = await asPayee(line, atTerminal('y\n'));
    const asked = /Cancel (\d) payables, \$([\d,.]+)\? Type the amount/.exec(seen(err));
    expect([code, asked?.[1]]).toEqual([14, '3']);
    const done = await asPayee(line, atTerminal(`${asked?.[2]}\n`));
    expect([done.code, await states()]).toEqual([0, Array(3).fill('CANCELLED')]);
  });

  test('to remind their payers, without a terminal', async () => {
    const line = 'payable remind --where --search CL-1002';
    expect((await asPayee(line)).code).toBe(2);
    const { code, out } = await asPayee(`${line} --yes --max-total 700 --json`);
    expect([code, JSON.parse(out)]).toMatchObject([0, [{ sent: true }]]);
  });

  test('of no payable: nothing is sent, which is said', async () => {
    const line = 'payable cancel --where --search nothing --yes --max-total 5';
    const { code, err } = await asPayee(line);
    expect([code, err]).toEqual([0, 'No payables that can be cancelled match.\n']);
  });
});

describe('nothing is changed', () => {
  test('if one of the payables is not found', async () => {
    const line = `payable cancel ${ids['CL-1002']} CL-9999 --connection ${connection} --yes`;
    expect([(await asPayee(line)).code, await states()]).toEqual([6, BEFORE]);
  });

  test('by flags of the other kind', async () => {
    for (const [words, said] of [
      ['cancel CL-1002 --where --search x', 'Name payables or use --where'],
      ['remind CL-1002 --payer x', '--payer requires --where'],
      ['cancel', '<payable> is required, or --where with filters'],
      ['cancel --where', '--where requires a filter, such as --payer'],
    ] as const) {
      const { code, err } = await asPayee(`payable ${words}`);
      expect([words, code, err]).toEqual([words, 2, expect.stringContaining(said)]);
    }
    expect(await states()).toEqual(BEFORE);
  });

  test('of a payable that is named twice', async () => {
    const line = `payable decline CL-1002 ${ids['CL-1002']} --connection ${connection} --yes`;
    const { code, err } = await service.remit(line);
    expect([code, err]).toEqual([2, expect.stringContaining('a second time')]);
    expect(await states()).toEqual(BEFORE);
  });
});
