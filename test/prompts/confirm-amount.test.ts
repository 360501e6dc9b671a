import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../../src/cli/command.ts';
import { parseCommandLine } from '../../src/cli/line/parse.ts';
import { confirm } from '../../src/cli/prompts/prompt.ts';
import { openRun } from '../../src/cli/run/command-scope.ts';
import { toErrorReport } from '../../src/errors/error-report.ts';
import type { Stake } from '../../src/money/port.ts';
import { createSecrets } from '../../src/runtime/secrets.ts';
import { createTestSystem, type TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { CTRL_C, ESCAPE } from './keys.ts';

const terminal = { stdin: true, stderr: true };
const nothing = command({
  name: 'none',
  summary: '',
  view: { kind: 'json' },
  examples: {},
  run: () => 0,
});

/** How the question ends for who types this: 0 where it is confirmed, and what is said. */
async function asked(stake: Stake | undefined, typed: TestInput, flags: readonly string[] = []) {
  const err: Uint8Array[] = [];
  const system = createTestSystem([], typed, [], err);
  const { globals } = await parseCommandLine(nothing, ['none'], flags, async () => undefined);
  const about = {
    lines: ['Pay it all'],
    question: 'Pay it?',
    stake,
    typeAmountAbove: () => 10_000_00,
  };
  try {
    await confirm(about, system, globals);
    return { code: 0, err: Buffer.concat(err).toString(), message: '', next: [] };
  } catch (error) {
    const { exitCode, message, next } = toErrorReport(error);
    return { code: exitCode, err: Buffer.concat(err).toString(), message, next };
  }
}
const answered = async (stake: Stake | undefined, answer: string) =>
  (await asked(stake, { tty: terminal, stdin: `${answer}\r` })).code;

describe('an amount that was not read cannot be confirmed', () => {
  const large = { cents: 1_840_000 };
  const run = { cents: 184_000, isRun: true };

  test('a large payment requires typing its amount, and so does every run', async () => {
    for (const stake of [large, run]) {
      const { err } = await asked(stake, { tty: terminal, stdin: 'n\r' });
      expect(err).toBe('Pay it all\nPay it? Type the amount to confirm: n\n');
    }
    for (const stake of [undefined, { cents: 10_000_00 }]) {
      const { err } = await asked(stake, { tty: terminal, stdin: 'n\r' });
      expect(err).toBe('Pay it all\nPay it? [y/N] n\n');
    }
  });

  test.for(['1840', '1840.00', '1,840.00', '$1,840.00', '$1840', '1,840', ' 1840.00 '])(
    '%j is the amount',
    async (answer) => expect(await answered(run, answer)).toBe(0),
  );

  test.for([
    'y',
    'yes',
    '18400',
    '184000',
    '1840.0',
    '1840.01',
    '1,84',
    '18,40.00',
    '-1840',
    '1840 $',
    '1.840,00',
    '1e3',
    'unknown',
  ])('%j is not', async (answer) => {
    const { code, message } = await asked(run, { tty: terminal, stdin: `${answer}\r` });
    expect([code, message]).toEqual([14, expect.stringContaining('$1,840.00')]);
  });

  test('an amount with cents is typed with them', async () => {
    const stake = { cents: 1_234_567_89, isRun: true };
    for (const answer of ['1234567.89', '1,234,567.89', '$1,234,567.89'])
      expect(await answered(stake, answer)).toBe(0);
    expect(await answered(stake, '1234567')).toBe(14);
  });

  test('no and Enter decline, and leaving is an interrupt', async () => {
    for (const answer of ['n', '', 'no']) {
      const { code, message } = await asked(large, { tty: terminal, stdin: `${answer}\r` });
      expect([code, message]).toEqual([14, 'Nothing was sent.']);
    }
    for (const stdin of [CTRL_C, ESCAPE, ''])
      expect((await asked(large, { tty: terminal, stdin })).code).toBe(130);
  });

  test('an unknown amount is confirmed only by typing unknown', async () => {
    const { err } = await asked({ cents: null }, { tty: terminal, stdin: 'n\r' });
    expect(err).toContain('Pay it? Type the word unknown to confirm: ');
    expect(await answered({ cents: null }, 'unknown')).toBe(0);
    expect(await answered({ cents: null, isRun: true }, 'unknown')).toBe(0);
    for (const answer of ['y', '0', '', 'null'])
      expect(await answered({ cents: null }, answer)).toBe(14);
  });
});

describe('--yes', () => {
  const yes = ['--yes'];
  test.for([
    ['what moves no money', undefined],
    ['a small payment', { cents: 10_000_00 }],
    ['a small run', { cents: 5_00, isRun: true }],
    ['a large payment that was expected', { cents: 10_000_01, isExpected: true }],
    ['a large run that was expected', { cents: 90_000_00, isRun: true, isExpected: true }],
  ] as const)('confirms %s', async ([, stake]) => {
    expect((await asked(stake, {}, yes)).code).toBe(0);
    expect((await asked(stake, {})).next).toEqual(['to confirm, add --yes']);
  });

  test('does not confirm a large amount without an expectation flag', async () => {
    const one = await asked({ cents: 10_000_01 }, {}, yes);
    expect(one).toMatchObject({ code: 2, message: expect.stringContaining('$10,000.01') });
    expect(one.next).toEqual(['add --yes and --expect-amount <amount>, or --max-total <amount>']);
    const run = await asked({ cents: 10_000_01, isRun: true }, {}, yes);
    expect([run.code, run.next]).toEqual([
      2,
      ['add --yes and --expect-total <amount>, or --max-total <amount>'],
    ]);
    expect(await asked({ cents: 10_000_01 }, {})).toMatchObject({ code: 2, next: one.next });
  });

  test('never confirms an unknown amount', async () => {
    for (const stake of [{ cents: null }, { cents: null, isExpected: true }]) {
      const { code, next } = await asked(stake, { tty: terminal }, yes);
      expect([code, next]).toEqual([2, [expect.stringContaining('run it in a terminal')]]);
    }
  });
});

describe('the setting confirm.typeAmountAbove', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  test('is an amount in dollars, for all profiles or one', async () => {
    for (const wrong of ['-1', '1,000', '1e3', '$5', ''])
      expect((await service.remit(['config', 'set', 'confirm.typeAmountAbove', wrong])).code).toBe(
        2,
      );
    await service.remit('config set confirm.typeAmountAbove 250.50');
    const value = async () =>
      await service.json<{ value: string; source: string }>('config get confirm.typeAmountAbove');
    expect(await value()).toMatchObject({ value: '250.50', source: 'config' });
    await service.remit('profile set confirm.typeAmountAbove 0');
    expect(await value()).toMatchObject({ value: '0', source: 'profile' });
  });

  test('defaults to $10,000, and determines the prompt', async () => {
    const question = async (cents: number) => {
      const err: Uint8Array[] = [];
      const typed = { env: service.env, tty: terminal, stdin: 'n\r' };
      const system = createTestSystem([], typed, [], err);
      const all = await parseCommandLine(nothing, ['none'], [], async () => undefined);
      const run = openRun(all, system, { run: async () => 0, secrets: createSecrets() });
      await run.context.confirm([], 'Pay it?', { cents }).catch(() => {});
      await run.close();
      return Buffer.concat(err).toString();
    };
    expect(await question(10_000_00)).toBe('Pay it? [y/N] n\n');
    expect(await question(10_000_01)).toBe('Pay it? Type the amount to confirm: n\n');
    await service.remit('config set confirm.typeAmountAbove 250.50');
    expect(await question(250_51)).toBe('Pay it? Type the amount to confirm: n\n');
    await service.remit('profile set confirm.typeAmountAbove 300');
    expect(await question(250_51)).toBe('Pay it? [y/N] n\n');
  });
});
