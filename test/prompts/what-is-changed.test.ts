import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { ENTER, keys, seen } from './keys.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const atTerminal = (...pressed: readonly string[]) => ({
  tty: { stdin: true, stdout: true, stderr: true },
  stdin: keys(...pressed),
});

test('pay cancel shows amount, payee and invoice before it asks', async () => {
  await service.json(
    'pay initiate CL-1001 --on 2026-04-01 --expect-payee "Coastal Linen Inc" --yes',
  );
  const [paid] = await service.json<{ activePaymentId: string; amount: number }[]>(
    'payable list --search CL-1001',
  );
  const line = `pay cancel ${paid?.activePaymentId}`;
  const { code, err } = await service.remit(line, atTerminal('\n'));
  expect(seen(err).replaceAll(/\s+/g, ' ')).toMatch(
    /invoice CL-1001 \(pay_\w+\), \$[\d,.]+, from Coastal Linen Inc/,
  );
  expect([code, seen(err)]).toEqual([14, expect.stringContaining('Cancel it? [y/N]')]);
});

test.for([
  ['5 4', "<amount1> must be dollars below $1.00, such as 0.05 for 5 cents, not '5'"],
  ['0.05 1.00', "<amount2> must be dollars below $1.00, such as 0.05 for 5 cents, not '1.00'"],
])('bank verify %s costs no attempt', async ([amounts, said]) => {
  const { code, err } = await service.remit(`bank verify fs_1 ${amounts}`);
  expect([code, err]).toEqual([2, expect.stringContaining(said ?? '')]);
});

test('an address and an EIN are checked where they are typed', async () => {
  const address = '--street S --city C --state "North Carolina" --zip 1000';
  const line = `business create --name New --type llc ${address} --ein 12`;
  const { code, err } = await service.remit(line);
  expect(code).toBe(2);
  expect(err).toContain("--state <state> must be two letters, such as TX, not 'North Carolina'");
  expect(err).toContain("must be a ZIP code such as 78701 or 78701-1234, not '1000'");
  expect(err).toContain("must be nine digits, such as 12-3456789, not '12'");
});

const business = 'business create --name New --type llc --street S --city C --state ny --zip 10001';

test('a terminal asks for the facts that verification needs', async () => {
  const person = ['Ann', ENTER, 'Lee', ENTER, '1980-02-29', ENTER, '078051120', ENTER];
  const { code, err } = await service.remit(
    business,
    atTerminal('12', ENTER, '\b\b', '12-3456789', ENTER, ...person),
  );
  expect(seen(err)).toContain('It must be nine digits');
  expect(code).toBe(0);
  const all = await service.json<{ name: string; status: string }[]>('business list');
  expect(all.find(({ name }) => name === 'New')).toMatchObject({ status: 'verified' });
});

test('what is missing is named, since it cannot be added later', async () => {
  const { code, err } = await service.remit(business);
  expect([code, err]).toEqual([0, expect.stringMatching(/needs an EIN .* and a controller/)]);
  const skipped = await service.remit(business, atTerminal(ENTER, ENTER));
  expect([skipped.code, seen(skipped.err)]).toEqual([0, expect.stringContaining('stays pending')]);
});

test('journal resolve shows amount, payee and invoice before it asks', async () => {
  await service.json('sandbox fault add --operation pay.initiate --drop after');
  const lost = await service.remit(
    'pay initiate CL-1001 --expect-payee "Coastal Linen Inc" --yes --json',
  );
  const { intentId } = JSON.parse(lost.err).error;
  const line = `journal resolve ${intentId} --not-applied`;
  const declined = await service.remit(line, atTerminal('\n'));
  expect(seen(declined.err)).toMatch(/\$[\d,.]+: invoice CL-1001 .*from Coastal Linen Inc/);
  expect([declined.code, seen(declined.err)]).toEqual([
    14,
    expect.stringContaining('Record it as not-applied? [y/N]'),
  ]);
  expect((await service.remit(line, atTerminal('y\n'))).code).toBe(0);
});
