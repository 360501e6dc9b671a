import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { achReturnCodes } from '../../src/api/ach/return-codes.ts';
import { canReauthorize, forbiddingRule } from '../../src/money/gate/returned-payments.ts';
import { type Service, startPrepared } from '../helpers/signed-in-sandbox.ts';

/** What the rules of Nacha allow after a return, written here independently of the program's tables. */
const allowedAgain = ['R01', 'R09'];
const withAuthorization = ['R05', 'R07', 'R08', 'R10', 'R11', 'R29'];
const codes = Object.keys(achReturnCodes);

describe('after a return', () => {
  const returned = { paymentId: 'pmt_1', bankId: 'fs_1', attempts: ['2026-03-04'] };

  test.each(codes)('%s, the same account may pay again only as the rules allow', (code) => {
    const rule = forbiddingRule({ ...returned, code }, 'fs_1', '2026-03-05');
    expect(rule === undefined).toBe(allowedAgain.includes(code));
    if (rule === undefined) return;
    expect(canReauthorize(rule, returned)).toBe(withAuthorization.includes(code));
    expect(canReauthorize(rule, { bankId: undefined })).toBe(true);
  });

  test.each(codes)('%s, another account is not blocked, but an unknown one is', (code) => {
    expect(forbiddingRule({ ...returned, code }, 'fs_2', '2026-03-05')).toBeUndefined();
    const unknown = forbiddingRule({ ...returned, bankId: undefined, code }, 'fs_2', '2026-03-05');
    expect(unknown === undefined).toBe(allowedAgain.includes(code));
  });

  test.each([
    [['2026-03-04'], '2026-08-31', undefined],
    [['2026-03-04'], '2026-09-01', 'twice'],
    [['2026-03-04', '2026-03-10'], '2026-03-11', undefined],
    [['2026-03-04', '2026-03-10', '2026-03-16'], '2026-03-17', 'twice'],
    [[], '2026-03-17', undefined],
  ])('R01 at %j may be sent again on %s: %s', (attempts, today, rule) => {
    expect(forbiddingRule({ ...returned, code: 'R01', attempts }, 'fs_1', today)).toBe(rule);
  });

  test.each(['hold_rejected', 'precondition_failed', '', 'R63'])('%s is no return', (code) => {
    expect(forbiddingRule({ ...returned, code }, 'fs_1', '2026-03-05')).toBeUndefined();
  });
});

describe('on a sandbox', () => {
  let service: Service;
  let payableId: string;
  let other: string;
  beforeEach(async () => {
    const prepared = await startPrepared('a second bank account of the payer', async (it) => {
      const approved = await it.json<{ id: string; invoiceNumber: string }[]>(
        'payable list --direction received --status APPROVED',
      );
      const found = approved.find(({ invoiceNumber }) => invoiceNumber === 'CL-1001');
      return { payableId: found?.id ?? '', other: await secondBank(it) };
    });
    service = prepared.service;
    ({ payableId, other } = prepared.facts);
  });
  afterEach(() => service.close());

  async function secondBank(service: Service): Promise<string> {
    const { out } = await service.remit(
      'bank connect --provider-account acct_checking_0000 --public-token-file - --json',
      { stdin: 'public-sandbox-1' },
    );
    return JSON.parse(out).id;
  }

  /** Pays the payable, and returns the payment with a code. */
  async function returnedWith(code: string, flags = ''): Promise<string> {
    const { paymentId } = await service.json<{ paymentId: string }>(
      `pay initiate ${payableId} --yes ${flags}`,
    );
    await service.json(`sandbox payment ${paymentId} submit`);
    await service.json(`sandbox payment ${paymentId} fail --code ${code}`);
    return paymentId;
  }

  /** The account holder authorizes debits at the bank, which only the sandbox's control can do. */
  async function authorizeDebits(): Promise<void> {
    const banks = await service.json<{ id: string; isDefault: boolean }[]>('bank list');
    await service.json(`sandbox bank ${banks.find(({ isDefault }) => isDefault)?.id} --authorized`);
  }

  const failure = async (line: string, stdin?: string) => {
    const { code, err } = await service.remit(`${line} --json`, { stdin: stdin ?? '' });
    return { code, error: JSON.parse(err.trim().split('\n').at(-1) ?? '{}').error };
  };
  const next = async (): Promise<string[]> => {
    const { out } = await service.remit(`payable get ${payableId}`, {
      ...{ tty: { stdout: true }, env: { NO_COLOR: '1', COLUMNS: '200' } },
    });
    const lines = out.split('\n');
    const from = lines.findIndex((line) => line.trim() === 'Next');
    return lines.slice(from + 1).map((line) => line.trim());
  };

  test('a debit that was not authorized is not sent again, by no command, until it is authorized again', async () => {
    const paymentId = await returnedWith('R29');
    // Only the payer sees from which account the payment came.
    const own = await service.json(`payable get ${payableId}`);
    expect(own['lastPaymentFailure']).toHaveProperty('fundingSourceId');
    const theirs = await service.json(`payable get ${payableId} -b ${service.payee}`);
    expect(theirs['lastPaymentFailure']).not.toHaveProperty('fundingSourceId');
    const csv = `payableId\n${payableId}\n`;
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const quick = await service.file('quick.csv', `connectionId,amount\n${connection?.id},12\n`);
    for (const [line, stdin] of [
      [`pay initiate ${payableId} --yes`],
      [`pay bulk --file - --yes`, csv],
      [`run plan --file - --out plan.json`, csv],
      [`run plan --out plan.json`],
      [`run plan --file ${quick} --out plan.json`],
      [`pay quick ${connection?.id} --amount 12 --yes`],
    ]) {
      const { code, error } = await failure(line ?? '', stdin);
      expect([line, code, error?.code]).toEqual([line, 14, 'payment_returned']);
      expect(error.message).toContain(`payment ${paymentId}`);
      expect(error.message).toContain('R29 Corporate Customer Advises Not Authorized');
      expect(error.message).toContain('only with a new authorization');
    }
    expect(await next()).toContain(
      `remit pay initiate ${payableId} --reauthorized ${paymentId} --reason <text>`,
    );

    const wrong = await failure(
      `pay initiate ${payableId} --bank ${other} --yes --reauthorized pmt_other --reason x`,
    );
    expect([wrong.code, wrong.error.code]).toEqual([14, 'reauthorization']);
    const alone = await failure(`pay initiate ${payableId} --yes --reauthorized ${paymentId}`);
    expect(alone.code).toBe(2);

    await authorizeDebits();
    const again = await returnedWith(
      'R10',
      `--reauthorized ${paymentId} --reason 'Ms_Ames_signed_on_2_March'`,
    );
    // It was good for that one return.
    const third = await failure(
      `pay initiate ${payableId} --yes --reauthorized ${paymentId} --reason x`,
    );
    expect([third.code, third.error.code]).toEqual([14, 'payment_returned']);
    expect(third.error.message).toContain(again);

    await service.remit(`payable evidence ${payableId} --dir evidence`);
    const { out } = await service.remit(`journal list --json`);
    const intents: { id: string }[] = JSON.parse(out);
    const shown = await Promise.all(intents.map(({ id }) => service.remit(`journal show ${id}`)));
    expect(shown.map((it) => it.out).join()).toContain('Ms_Ames_signed_on_2_March');
  });

  test('an account that is closed blocks only itself', async () => {
    await returnedWith('R02', `--bank ${other}`);
    const { code, error } = await failure(`run plan --bank ${other} --out plan.json`);
    expect([code, error.code]).not.toEqual([0, undefined]);
    expect(await next()).toEqual(
      expect.arrayContaining([`remit pay initiate ${payableId} --bank <bank>`]),
    );
    const paid = await service.remit(`pay initiate ${payableId} --yes --json`);
    expect(paid.code).toBe(0);
  });

  test('insufficient funds allow two more attempts, then a new authorization', async () => {
    await returnedWith('R01');
    await returnedWith('R09');
    const last = await returnedWith('R01');
    const blocked = await failure(`pay initiate ${payableId} --yes`);
    expect([blocked.code, blocked.error.code]).toEqual([14, 'payment_returned']);
    expect(blocked.error.message).toContain('2 times at most');
    expect((await service.remit(`pay initiate ${payableId} --bank ${other} --dry-run`)).code).toBe(
      0,
    );
    const refused = await failure(
      `pay initiate ${payableId} --yes --reauthorized ${last} --reason signed`,
    );
    expect([refused.code, refused.error.code]).toEqual([7, 'retry_limit_exceeded']);
    await service.json('sandbox clock advance PT1H');
    await authorizeDebits();
    await service.json('sandbox clock advance PT1H');
    await returnedWith('R01', `--reauthorized ${last} --reason signed`);
    // A new entry has two attempts more.
    expect((await service.remit(`pay initiate ${payableId} --yes`)).code).toBe(0);
  });

  test('a cancellation after a return does not make it forgotten', async () => {
    const returned = await returnedWith('R29');
    await authorizeDebits();
    const { paymentId } = await service.json<{ paymentId: string }>(
      `pay initiate ${payableId} --on 2026-03-20 --yes --reauthorized ${returned} --reason signed`,
    );
    await service.json(`pay cancel ${paymentId} --yes`);
    const { code, error } = await failure(`pay initiate ${payableId} --yes`);
    expect([code, error.code]).toEqual([14, 'payment_returned']);
    expect(error.message).toContain(returned);
  });

  test('a plan carries the new authorization to those who approve and apply it', async () => {
    const paymentId = await returnedWith('R10');
    const csv = await service.file('one.csv', `payableId\n${payableId}\n`);
    await authorizeDebits();
    const planned = await service.remit(
      `run plan --file ${csv} --reauthorized ${paymentId} --reason signed --out plan.json`,
    );
    expect([planned.code, planned.err]).toEqual([
      0,
      expect.stringContaining(`Authorized again after the return of ${paymentId}: signed`),
    ]);
    const applied = await service.remit('run apply plan.json --yes');
    expect([applied.code, applied.err]).toEqual([0, expect.any(String)]);
  });
});
