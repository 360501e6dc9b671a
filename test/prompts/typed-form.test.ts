import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTypedForm } from '../../src/cli/prompts/typed-form.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { CTRL_C, ENTER, keys, seen } from './keys.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const tty = { stdin: true, stdout: true, stderr: true };
const next = (err: string) =>
  seen(err)
    .split('\n')
    .filter((line) => line.startsWith('  next: remit '));

describe('what was typed at prompts is not lost', () => {
  test('if the service rejects it: a command line has it, to be edited', async () => {
    await service.json('sandbox fault add --http-status 422 --operation invite.send');
    const { code, err } = await service.remit('invite send', {
      tty,
      stdin: keys("o'neil@example.com", ENTER),
    });
    expect([code, next(err)]).toEqual([7, ["  next: remit invite send 'o'\\''neil@example.com'"]]);
  });

  test('if a later value is left out', async () => {
    const { code, err } = await service.remit('bank connect-manual', {
      tty,
      stdin: keys('021000021', ENTER, ENTER, CTRL_C),
    });
    expect([code, next(err)]).toEqual([
      130,
      ['  next: remit bank connect-manual --routing 021000021 --type checking'],
    ]);
  });

  test('except a secret, which is named', async () => {
    await service.json('sandbox fault add --http-status 422 --operation bank.connectManually');
    const { code, err } = await service.remit('bank connect-manual --type checking', {
      tty,
      stdin: keys('021000021', ENTER, 'Main', ENTER, '000123456789\r'),
    });
    expect([code, next(err)]).toEqual([
      7,
      ['  next: remit bank connect-manual --name Main --type checking'],
    ]);
    expect(err).toContain('next: not shown: the secret of --account-number-file;');
    expect(err).toContain('next: not shown: the secret of --routing;');
    expect(err).not.toContain('000123456789');
  });

  test('but not told to run again what may have been applied', async () => {
    await service.json('sandbox fault add --drop after --operation invite.send');
    const { code, err } = await service.remit('invite send', {
      tty,
      stdin: keys('new@example.com', ENTER),
    });
    expect(code).toBe(10);
    expect(next(err).join()).not.toContain('new@example.com');
  });

  test('a command line without prompts is not repeated', async () => {
    const { err } = await service.remit('payable get pay_none', { tty });
    expect(next(err).join()).not.toContain('pay_none');
  });
});

test.for([
  [['a b', '$x', ''], "remit c 'a b' '$x' ''"],
  [['-x'], 'remit c -- -x'],
] as const)('the arguments %j can be pasted into a shell', ([words, line]) => {
  const form = createTypedForm(['c'], []);
  form.add(undefined, words);
  expect(form.lines(String)).toEqual([line]);
});

test('a value that looks like a flag is still a value', () => {
  const form = createTypedForm(['c'], ['--', 'x']);
  form.add('--note', ['-5', 'six']);
  expect(form.lines(String)).toEqual(['remit c --note=-5 --note six -- x']);
});

describe('an answer is validated where it is typed, and asked for again', () => {
  test('an account number', async () => {
    const line = 'bank connect-manual --routing 021000021 --type checking --name Main';
    const { code, err } = await service.remit(line, {
      tty,
      stdin: keys('12\r', '000123456789\r'),
    });
    expect([code, err]).toEqual([
      0,
      'Account number: \nIt must be 4 to 17 digits.\nAccount number: \n',
    ]);
  });

  test('a base URL, by the rule of the setting', async () => {
    const { code, err } = await remit('auth login', {
      ...{ tty, env: { REMIT_HOME: `${service.home}/new` } },
      stdin: keys('http://example.com', ENTER, CTRL_C),
    });
    expect([code, seen(err)]).toEqual([130, expect.stringContaining('Plain http is allowed on')]);
  });
});
