import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
  const [payable] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  await service.json(`pay initiate ${payable?.id} --yes`);
  await service.json('invite send someone-with-a-long-address@accounting.example.com');
});
afterAll(() => service.close());

const lists = [
  'accounting list',
  'api list',
  'bank list',
  'business list',
  'commands',
  'config list',
  'connection list',
  'dialect list',
  'explain',
  'invite list',
  'journal list',
  'forecast',
  'journal export',
  'pay list',
  'payable aging',
  'payable list',
  'policy show',
  'profile list',
  'sandbox events',
  'sandbox ledger',
  'sandbox outbox',
  'status',
];

const at = (line: string, columns: number) =>
  service.remit(line, { tty: { stdout: true }, columns });

describe.each([
  [60, lists],
  [80, ['payable list', 'status']],
  [120, ['payable list', 'status']],
] as const)('in a terminal of %i columns', (columns, lines) => {
  test.each(lines)('no line of remit %s is wider', async (line) => {
    const { code, out } = await at(line, columns);
    expect(code).toBe(0);
    // A URL is one word: it is not cut.
    const wide = out.split('\n').filter((it) => stringWidth(it) > columns && !/^ +\S+$/.test(it));
    expect(wide).toEqual([]);
  });
});

test('a payable is invoice, partner, amount, due date, status and payment at 80 columns', async () => {
  const { out, err } = await at('payable list', 80);
  expect(stripVTControlCharacters(out)).toBe(
    [
      'INVOICE  PAYEE OR PAYER           AMOUNT  DUE  STATUS     PAYMENT',
      'CL-1004  to Coastal Linen Inc  $2,205.00       SUBMITTED',
      'CL-1003  to Coastal Linen Inc     $96.20       DECLINED',
      'CL-1002  to Coastal Linen Inc    $612.50       SUBMITTED',
      'CL-1001  to Coastal Linen Inc  $1,840.00       APPROVED   pending, Mar 5',
      '',
    ].join('\n'),
  );
  expect(err).toBe('4 more columns: --columns all\n');
  const other = await at(`payable list -b ${service.payee} --status DRAFT`, 80);
  expect(other.out).toContain('from Acme Hotels LLC');
});

test('all columns are printed if they are asked for, in a terminal and in a pipe', async () => {
  const [{ id } = { id: '' }] = await service.json<{ id: string }[]>('payable list');
  const { out, err } = await at('payable list --columns all', 80);
  expect(stripVTControlCharacters(out)).toMatch(new RegExp(`^ID +${id}$`, 'm'));
  expect(err).toBe('');
  const piped = await service.remit('payable list --columns all --csv');
  expect(piped.out).toBe((await service.remit('payable list --csv')).out);
  const json = await service.remit('payable list --columns all --json');
  expect(json.out).toBe((await service.remit('payable list --json')).out);
});

test('a pipe gets every documented column, without a notice', async () => {
  const { out, err } = await service.remit('payable list -o table', { columns: 80 });
  expect(out).toMatch(/^ID +INVOICE NUMBER +STATUS +DIRECTION .* CREATED AT \(\w+\)\n/);
  expect(err).toBe('');
});
