import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { CTRL_C, DOWN, ENTER, keys, seen } from './keys.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const terminal = { stdin: true, stdout: true, stderr: true };
const at = (stdin: TestInput['stdin'], more: TestInput = {}) =>
  ({ tty: terminal, ...(stdin && { stdin }), ...more }) satisfies TestInput;

describe('in a terminal', () => {
  test('a payable is selected from those that fit the command, filtered by typing', async () => {
    const { code, out, err } = await service.remit(
      'payable approve',
      at(keys('cl-1002', ENTER, 'y\n')),
    );
    expect(code).toBe(0);
    expect(out).toContain('CL-1002');
    expect(out).toContain('APPROVED');
    expect(seen(err)).toContain('Payables to approve');
    expect(seen(err)).toContain('SUBMITTED · $2,205.00 · Coastal Linen Inc · CL-1004');
    expect(seen(err)).not.toContain('CL-1001');
  });

  test('prompts appear one after the other, the confirmation last', async () => {
    const { code, out, err } = await service.remit('pay initiate', at(keys(ENTER, 'y\n')));
    expect([code, seen(err)]).toEqual([0, expect.stringContaining('Pay it? [y/N]')]);
    expect(out).toContain('PENDING');
  });

  test('a typed line is prompted for until it is valid', async () => {
    const { code, out, err } = await service.remit(
      'payable create',
      at(keys(ENTER, 'ten', ENTER, '\b\b\b', '10.50', ENTER)),
    );
    expect(code).toBe(0);
    expect(seen(out)).toMatch(/STATUS +DRAFT/);
    expect(seen(err)).toContain('It must be an amount in dollars');
    const [{ amount } = {}] = await service.json<{ amount: number }[]>('payable list --limit 1');
    expect(amount).toBe(10.5);
  });

  test('enum values are selected from a list, and so is an id of the kind selected before', async () => {
    const { code, out } = await service.remit(
      'wait --for verified --max-wait 1',
      at(keys('bus', ENTER, ENTER)),
    );
    expect([code, seen(out)]).toEqual([0, expect.stringMatching(/^ID +biz_/)]);
  });

  test('prompts for a business if none is selected', async () => {
    await service.remit('profile unset business');
    const listed = await service.remit('payable list --limit 1', at(keys(DOWN, ENTER)));
    expect([listed.code, listed.err]).toEqual([0, expect.stringContaining('Business to act for')]);
    const approved = await service.remit('payable approve', at(keys(ENTER, ENTER, 'y\n')));
    expect([approved.code, approved.out]).toEqual([0, expect.stringContaining('APPROVED')]);
  });

  test('prompts for a bank account if there is no default', async () => {
    const [bank] = await service.json<{ id: string }[]>(`bank list -b ${service.payer}`);
    await service.remit(`bank remove ${bank?.id} --yes`);
    await service.remit(
      'bank connect --provider-account acct_checking_0000 --public-token-file -',
      {
        stdin: 'public-sandbox-1',
      },
    );
    const { code, err } = await service.remit('pay initiate', at(keys(ENTER, ENTER, 'y\n')));
    expect([code, seen(err)]).toEqual([0, expect.stringContaining('Bank account to pay from')]);
  });

  test('a secret is never shown, also where - stands for it', async () => {
    const typed = 'public-sandbox-1';
    const { code, err, out } = await service.remit(
      'bank connect --provider-account acct_checking_0000',
      at(keys(`${typed}\r`)),
    );
    expect([code, err]).toEqual([0, 'Public token: \n']);
    expect(out).not.toContain(typed);
  });

  test('leaving a prompt is an interrupt, and nothing is sent', async () => {
    const { code, out } = await service.remit('payable approve', at(keys(CTRL_C)));
    expect([code, out]).toEqual([130, '']);
    expect((await service.remit('payable approve', at(keys()))).code).toBe(130);
  });

  test('no prompt appears before all given values are valid', async () => {
    const { code, err } = await service.remit('payable create --due tomorrow', at(keys(ENTER)));
    expect([code, err]).toEqual([2, expect.stringContaining('must be a valid date')]);
  });

  test('reports an empty list of choices', async () => {
    const { code, err } = await service.remit('bank verify', at(keys(ENTER)));
    expect([code, err]).toEqual([2, expect.stringContaining('No bank account is unverified')]);
  });

  test('without color if color is disabled', async () => {
    const { err } = await service.remit(
      'payable approve',
      at(keys(ENTER), { env: { NO_COLOR: '1' } }),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a color begins
    expect(err).not.toMatch(/\u001b\[[\d;]*m/);
    expect(err).toContain('Payables to approve');
  });
});

test('no prompt appears where nobody could see or answer it', async () => {
  for (const [typed, flag] of [
    [{ stdin: 'x' }, ''],
    // Errors go into a file.
    [at('x', { tty: { stdin: true, stdout: true } }), ''],
    [at('x'), ' --no-input'],
    [at('x', { env: { TERM: 'dumb' } }), ''],
  ] as const) {
    const said = 'remit: <payable> is required, or --where with filters.\n';
    const { code, err, out } = await service.remit(`payable approve${flag}`, typed);
    expect([code, out, err]).toEqual([2, '', said]);
  }
});

test('a name from the service cannot control the terminal', async () => {
  await service.json(
    `payable create -b ${service.payee} --connection ${await connection()} --amount 3 --invoice-number "a\u001b[2Jb" --submit`,
  );
  const { err } = await service.remit('payable approve', at(keys(CTRL_C)));
  expect(err).not.toContain('a\u001b[2Jb');
  expect(err).toContain('a\\u001b[2Jb');
});

const connection = async () => (await service.json<{ id: string }[]>('connection list'))[0]?.id;
