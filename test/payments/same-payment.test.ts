import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../faults/fault-proxy.ts';
import { openStage, type Stage } from '../faults/fixture.ts';
import { answerConfirmation, remit } from '../helpers/run-command.ts';
import { fundPayee } from '../safety/funded-fixture.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage({});
  await stage.mark();
});
afterEach(() => stage.close());

/** Runs a line, whose writes meet these faults. Returns its exit code, and the parts of its error. */
async function run(line: string, faults: readonly Fault[] = []) {
  stage.plan(faults);
  const { code, err } = await stage.run(`${line} --json`);
  await stage.proxy.idle();
  const { error } = code === 0 ? { error: {} } : JSON.parse(err.trim().split('\n').at(-1) ?? '');
  return { code, reason: error.code, intentId: error.intentId, next: error.next ?? [] };
}

/** Links another bank account and makes it the default one of a business. Returns its id. */
async function changeDefault(businessId: string): Promise<string> {
  const account = { publicToken: 'public-sandbox-good', accountId: 'acct_checking_0000' };
  const { id } = await stage.ask('POST', '/api/bank-accounts/connect-linkprovider', {
    ...account,
    businessId,
  });
  expect((await run(`bank set-default ${id} -b ${businessId}`)).code).toBe(0);
  return id;
}

const made = async (type: string) => (await stage.since(type)).length;

describe('a payment whose outcome is unknown is not repeated', () => {
  test('as a quick payment, because another bank account became the default one', async () => {
    const line = `pay quick ${stage.connection} --amount 77 --yes`;
    const lost = await run(line, ['reset-after']);
    expect(lost).toMatchObject({ code: 10 });
    expect(await run(line)).toMatchObject({ code: 14, intentId: lost.intentId });
    await changeDefault(stage.payer);
    expect(await run(line)).toMatchObject({ code: 14, intentId: lost.intentId });
    expect(await made('payment.created')).toBe(1);
  });

  test('as a withdrawal, because it goes to another bank account', async () => {
    await fundPayee(stage);
    const withdraw = `business withdraw ${stage.payee} --amount 77 --yes --bank`;
    const lost = await run(`${withdraw} ${stage.payeeBank}`, ['reset-after']);
    expect(lost).toMatchObject({ code: 10 });
    const other = await changeDefault(stage.payee);
    expect(await run(`${withdraw} ${other}`)).toMatchObject({ code: 14, intentId: lost.intentId });
    expect(await made('withdrawal.created')).toBe(1);
  });
});

describe('while the outcome of a payment is unknown, another one of that amount to that payee', () => {
  const yes = `--yes`;
  let intentId: string;
  let payableId: string;
  beforeEach(async () => {
    payableId = await approvedFor(77);
    const lost = await run(`pay quick ${stage.connection} --amount 77 ${yes}`, ['reset-after']);
    intentId = lost.intentId;
  });

  async function approvedFor(amount: number): Promise<string> {
    const { payee, payer, connection: connectionId } = stage;
    const body = { connectionId, amount, submit: true };
    const { id } = await stage.ask('POST', `/api/businesses/${payee}/payables`, body);
    await stage.ask('POST', `/api/businesses/${payer}/payables/${id}/approve`);
    return id;
  }

  test('is not made by --yes alone, as a row of a file or of a plan, by a request of one’s own or a program; but by its name', async () => {
    const line = `pay initiate ${payableId} ${yes}`;
    const stopped = await run(line);
    expect(stopped).toMatchObject({ code: 14, reason: 'in_doubt', intentId });
    expect(stopped.next.at(-1)).toBe(`if it is another payment, add --allow-duplicate ${intentId}`);
    const other = await approvedFor(5);
    const file = await stage.file('rows.csv', `payableId\n${other}\n${payableId}\n`);
    expect(await run(`pay bulk --file ${file} ${yes}`)).toMatchObject({ code: 14, intentId });
    const plan = await stage.file('run.json', '');
    expect(await run(`run plan --file ${file} --out ${plan} --force`)).toMatchObject({ code: 0 });
    const applied = await run(`run apply ${plan} ${yes}`);
    expect(applied).toMatchObject({ code: 14, intentId });
    expect(applied.next.join()).not.toContain('--allow-duplicate');
    const fields = `-F payableId=${payableId} -F fundingSourceId=${stage.payerBank}`;
    const raw = await run(`api POST /api/payments/initiate ${fields} ${yes}`);
    expect(raw).toMatchObject({ code: 14, intentId });
    const { createClient: createRemitClient } = await import('../../src/library.ts');
    const client = createRemitClient({ env: stage.env });
    const order = {
      payableId,
      fundingSourceId: stage.payerBank,
      confirm: { amount: 7700, payee: stage.payee },
    };
    await expect(client.pay.initiate(order)).rejects.toMatchObject({ exitCode: 14, intentId });
    await client.close();
    expect(await made('payment.created')).toBe(1);
    expect((await run(`${line} --allow-duplicate ${intentId}`)).code).toBe(0);
    expect(await made('payment.created')).toBe(2);
  });

  test('is named in the question, and made by a person', async () => {
    const { code, err } = await remit(`pay initiate ${payableId}`, {
      env: stage.env,
      tty: { stdin: true, stderr: true },
      stdin: answerConfirmation,
    });
    expect(code).toBe(0);
    expect(err).toMatch(
      new RegExp(`Outcome unknown: \\$77\\.00 to the same payee, sent on .* UTC \\(${intentId}\\)`),
    );
    expect(await made('payment.created')).toBe(2);
  });

  test('is made if the amount is another, or after a verdict', async () => {
    expect((await run(`pay quick ${stage.connection} --amount 78 ${yes}`)).code).toBe(0);
    expect((await run(`journal resolve ${intentId} --applied`)).code).toBe(0);
    expect((await run(`pay initiate ${payableId} ${yes}`)).code).toBe(0);
    expect(await made('payment.created')).toBe(3);
  });
});
