import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { bankOf } from '../match/month.ts';

let service: Service;
let bank: string;
beforeEach(async () => {
  service = await startService();
  bank = (await bankOf(service)).id;
});
afterEach(() => service.close());

const credit = (amount: number) =>
  service.control('POST', '/sandbox/ledger/credits', { businessId: service.payer, amount });
const available = async () =>
  (await service.json<{ available: number }>('business balance')).available;
const sent = async () => (await service.json<unknown[]>('journal list')).length;
const withdraw = (words: string, more: Parameters<Service['remit']>[1] = {}) =>
  service.remit(`business withdraw --bank ${bank} ${words}`, more);

const atTerminal = { tty: { stdin: true, stdout: true, stderr: true } };

describe('a sweep withdraws what is in the balance', () => {
  test('all of it', async () => {
    await credit(612.34);
    const { code, out, err } = await withdraw('--amount all --yes --json --quiet');
    expect([code, JSON.parse(out).amount, err]).toEqual([0, 612.34, '']);
    expect(await available()).toBe(0);
    expect(await service.json('journal list')).toMatchObject([
      { operation: 'business.withdraw', outcome: 'applied', amount: 612.34 },
    ]);
  });

  test('all but an amount, and says what is left', async () => {
    await credit(612.34);
    const { code, out, err } = await withdraw('--amount above:100.5 --yes --csv');
    expect([code, err]).toEqual([0, 'Available balance after the withdrawal: $100.50.\n']);
    expect(out).toContain(',511.84,');
    expect(await available()).toBe(100.5);
  });

  test('and the confirmation says what is withdrawn and what is left', async () => {
    await credit(612.34);
    const { code, err } = await withdraw('--amount above:100', { ...atTerminal, stdin: 'n\n' });
    expect(code).toBe(14);
    expect(err).toContain('$512.34');
    expect(err).toContain('Available balance $612.34, of which $100.00 is left');
    expect(await sent()).toBe(0);
  });
});

test('nothing to withdraw is no error, and nothing is sent', async () => {
  const expectNothing = async (amount: string, has: string) => {
    const { code, out, err } = await withdraw(`--amount ${amount} --yes`);
    const said = `Nothing to withdraw: the available balance is ${has}.\n`;
    expect([amount, code, out, err]).toEqual([amount, 0, '', said]);
    expect((await withdraw(`--amount ${amount} --yes --json`)).out).toBe('[]\n');
  };
  await expectNothing('all', '$0.00');
  await credit(612.34);
  for (const amount of ['above:612.34', 'above:613']) await expectNothing(amount, '$612.34');
  expect(await sent()).toBe(0);
});

describe('a sweep is a withdrawal like any other', () => {
  test('has the expectations of one', async () => {
    await credit(612.34);
    for (const words of ['--max-total 600', '--expect-amount 612.33'])
      expect([words, (await withdraw(`--amount all --yes ${words}`)).code]).toEqual([words, 14]);
    expect(await sent()).toBe(0);
    const met = '--max-total 612.34 --expect-amount 612.34';
    expect((await withdraw(`--amount all --yes ${met}`)).code).toBe(0);
    expect(await sent()).toBe(1);
  });

  test('the policy limits the amount that results', async () => {
    await credit(612.34);
    await service.remit('policy set maxPerPayment 600');
    const { code, err } = await withdraw('--amount all --yes --json');
    expect([code, JSON.parse(err).error.code]).toEqual([14, 'over_payment_limit']);
    expect((await withdraw('--amount above:12.34 --yes')).code).toBe(0);
  });

  test('a large one is confirmed by its amount, or by an expectation', async () => {
    await credit(20_000);
    expect((await withdraw('--amount all --yes')).code).toBe(2);
    expect((await withdraw('--amount all', { ...atTerminal, stdin: 'y\n' })).code).toBe(14);
    expect(await sent()).toBe(0);
    expect((await withdraw('--amount all', { ...atTerminal, stdin: '20000\n' })).code).toBe(0);
    expect(await available()).toBe(0);
  });

  test('an equal one on the same day is a duplicate', async () => {
    await credit(50);
    expect((await withdraw('--amount all --yes')).code).toBe(0);
    await credit(50);
    expect((await withdraw('--amount all --yes')).code).toBe(14);
    expect(await available()).toBe(50);
  });

  test('--dry-run shows the request with the amount', async () => {
    await credit(612.34);
    const { code, out } = await withdraw('--amount above:600 --dry-run');
    expect([code, JSON.parse(out).request.body.amount]).toEqual([0, 12.34]);
    expect(await sent()).toBe(0);
  });
});

test('what is no amount is refused', async () => {
  await credit(10);
  for (const amount of [
    'above:',
    'above:0',
    'above:-5',
    'above:1.234',
    'ALL',
    'all:5',
    'everything',
  ]) {
    const { code, err } = await withdraw(`--amount ${amount} --yes`);
    expect([amount, code]).toEqual([amount, 2]);
    expect(err).toContain('or above: and such an amount');
  }
});
