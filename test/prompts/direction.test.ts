import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { keys, seen } from './keys.ts';

let service: Service;
let connection: string;
beforeEach(async () => {
  service = await startService();
  const [first] = await service.json<{ id: string }[]>('connection list');
  connection = first?.id ?? '';
});
afterEach(() => service.close());

const atTerminal = (...pressed: readonly string[]) => ({
  tty: { stdin: true, stdout: true, stderr: true },
  stdin: keys(...pressed),
});

/** An invoice as a clerk types it who has a bill of the vendor on the desk. */
const line = () => `payable create --connection ${connection} --amount 77 --invoice-number C-77`;

const withNumber = () => service.json<{ status: string }[]>('payable list --search C-77');

describe('who pays an invoice is said', () => {
  test('at a terminal, before it is sent, with the way for a bill', async () => {
    const { code, err } = await service.remit(`${line()} --submit`, atTerminal('\n'));
    expect(seen(err)).toContain(
      'Send Coastal Linen Inc an invoice for $77.00 (they pay you), number C-77.',
    );
    expect(seen(err)).toMatch(/To pay a bill of theirs instead: .*invite send.*pay\s+quick/s);
    expect([code, await withNumber()]).toEqual([14, []]);

    const confirmed = await service.remit(`${line()} --submit`, atTerminal('y\n'));
    expect([confirmed.code, await withNumber()]).toMatchObject([0, [{ status: 'SUBMITTED' }]]);
  });

  test('when a draft is submitted', async () => {
    const draft = await service.json<{ id: string }>(line());
    const { code, err } = await service.remit(`payable submit ${draft.id}`, atTerminal('\n'));
    expect(seen(err)).toContain('Send Coastal Linen Inc an invoice for $77.00 (they pay you)');
    expect([code, await withNumber()]).toMatchObject([14, [{ status: 'DRAFT' }]]);
    await service.remit(`payable submit ${draft.id}`, atTerminal('y\n'));
    expect(await withNumber()).toMatchObject([{ status: 'SUBMITTED' }]);
  });

  test('by a dry run', async () => {
    const { out, err } = await service.remit(`${line()} --submit --dry-run`);
    expect(err).toContain('Send Coastal Linen Inc an invoice for $77.00 (they pay you)');
    expect(JSON.parse(out)).toMatchObject({ dryRun: true, request: { body: { amount: 77 } } });
    expect(await withNumber()).toEqual([]);
  });

  test.for(['', ' --yes'])('and nobody is asked without a terminal (%s)', async (flag) => {
    const { code, err } = await service.remit(`${line()} --submit${flag} --json`);
    expect([code, err]).toEqual([0, '']);
  });
});
