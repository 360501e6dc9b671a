import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { achReturnCodes } from '../../src/api/ach/return-codes.ts';
import { isChosen } from '../helpers/chosen-cases.ts';
import { approved as approvedInvoice } from '../helpers/invoices.ts';
import { openVisitor, type Visitor, visibleTextOf } from '../helpers/scriptless-browser.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

/** What each code means for the payer, written here independently of the program's table. */
const again = {
  twice: ['R01', 'R09'],
  'with a new authorization': ['R05', 'R07', 'R08', 'R10', 'R11', 'R29'],
};
const accounts: Readonly<Record<string, readonly string[]>> = {
  'bank verification failed': ['R02', 'R03', 'R04', 'R20'],
  'bank accounts frozen': ['R16'],
  'bank accounts with stopped debits': ['R05', 'R07', 'R10', 'R29'],
};
/** Codes with which a bank can return a debit 50 days after it settled. */
const late = [
  ...['R05', 'R06', 'R07', 'R10', 'R11', 'R31', 'R33', 'R37', 'R38', 'R51', 'R52', 'R53'],
];

const all = Object.keys(achReturnCodes);
/** A code for credits, and those about returns: no bank returns a debit with them. */
const notOfDebits = ['R23', ...all.filter((code) => code >= 'R61' && code <= 'R77')];
/** One of each class; the project thorough runs the others, and returned-payments.test.ts has the rules of each. */
const usual = ['R01', 'R02', 'R10', 'R23'];
const isRun = (code: string) => isChosen(usual.includes(code));
const codes = all.filter((code) => isRun(code) && !notOfDebits.includes(code));

let service: Service;
let visitor: Visitor;
beforeAll(async () => {
  service = await startService();
  visitor = openVisitor();
  const { url } = (await service.control('POST', '/sandbox/open')) as { url: string };
  await visitor.open(url);
});
afterAll(() => service.close());

/** Links a new bank account of the payer. Resolves to its id. */
async function newBank(): Promise<string> {
  const { publicToken, accounts: offered } = await service.json<{
    publicToken: string;
    accounts: { accountId: string }[];
  }>('sandbox public-token Story|checking|4321');
  const line = `bank connect --provider-account ${offered[0]?.accountId} --public-token-file - --json`;
  const { out } = await service.remit(line, { stdin: publicToken });
  return JSON.parse(out).id;
}

const approved = (invoiceNumber: string) => approvedInvoice(service, { amount: 40, invoiceNumber });

/** Pays a payable from a bank account, and returns it with a code as late as its window allows. */
async function returned(code: string, payableId: string, bank: string): Promise<string> {
  const { paymentId } = await service.json<{ paymentId: string }>(
    `pay initiate ${payableId} --bank ${bank} --yes`,
  );
  await service.json(`sandbox payment ${paymentId} submit`);
  if (!late.includes(code)) {
    await service.json(`sandbox payment ${paymentId} fail --code ${code}`);
    return paymentId;
  }
  await service.json(`sandbox payment ${paymentId} complete`);
  await service.json('sandbox clock advance P50D');
  await service.json(`sandbox payment ${paymentId} return --code ${code}`);
  return paymentId;
}

const exitOf = async (line: string) => {
  const { code, err } = await service.remit(`${line} --json`);
  return [code, code === 0 ? '' : JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code];
};

/** What may be done again from the same account: sent, sent with a new authorization, or nothing. */
function ruleOf(code: string): 'twice' | 'authorization' | 'other account' {
  if (again.twice.includes(code)) return 'twice';
  return again['with a new authorization'].includes(code) ? 'authorization' : 'other account';
}

/** The exit code and error of a payment from the same account. */
function refusalOf(code: string): readonly [number, string] {
  if (ruleOf(code) === 'twice') return [0, ''];
  const [use] = Object.keys(accounts).filter((it) => accounts[it]?.includes(code));
  const isUnusable = use !== undefined && use !== 'bank accounts with stopped debits';
  return isUnusable ? [7, 'funding_source_not_verified'] : [14, 'payment_returned'];
}

const statusOf = (code: string) => (late.includes(code) ? 'RETURNED' : 'FAILED');

async function expectStatus(code: string, payableId: string): Promise<void> {
  const rows = await service.json<{ what: string; next: string }[]>('status');
  const failed = rows.find(({ what }) => what === 'failed or returned, going out');
  const listed = await service.json<{ id: string }[]>(failed?.next.replace(/^remit /, '') ?? '');
  expect(listed.map(({ id }) => id)).toContain(payableId);
  const told = Object.keys(accounts).filter((it) => accounts[it]?.includes(code));
  expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(told));
}

async function expectAdvice(code: string, payableId: string): Promise<void> {
  const { title = '', advice = '' } = achReturnCodes[code] ?? {};
  const tty = { tty: { stdout: true }, env: { NO_COLOR: '1', COLUMNS: '300' } };
  const { out: shown } = await service.remit(`payable get ${payableId}`, tty);
  expect(shown).toContain(code);
  expect(shown).toContain(title);
  const next = shown.slice(shown.lastIndexOf('Next'));
  const rule = ruleOf(code);
  expect([code, next.includes('--reauthorized')]).toEqual([code, rule === 'authorization']);
  expect([code, next.includes('--bank <bank>')]).toEqual([code, rule !== 'twice']);
  const explained = await service.json<{ meaning: string }>(`explain ${code}`);
  expect(explained).toMatchObject({ code, next: advice });
  expect(explained.meaning).toContain(title);
}

/** Expects what a payment and a plan say from the same account and from another one. */
async function expectPayments(code: string, payableId: string, bank: string): Promise<void> {
  const file = await service.file(`${code}.csv`, `payableId\n${payableId}\n`);
  const other = await newBank();
  for (const [from, expected] of [
    [bank, refusalOf(code)],
    [other, [0, '']],
  ] as const) {
    const pay = await exitOf(`pay initiate ${payableId} --bank ${from} --dry-run`);
    const plan = await exitOf(`run plan --file ${file} --out ${code}-${from}.json --bank ${from}`);
    expect([code, pay, plan]).toEqual([code, expected, expected]);
  }
  await service.json(`bank remove ${other} --yes`);
}

async function expectTold(code: string, payableId: string, paymentId: string): Promise<void> {
  const { title = '' } = achReturnCodes[code] ?? {};
  const page = await visitor.open(`${service.baseUrl}/sandbox/inspector/payments/${paymentId}`);
  const end = statusOf(code) === 'FAILED' ? 'Failed' : 'Returned';
  expect(visibleTextOf(page)).toContain(`${end}: ${title} (${code})`);
  const mails = (await service.control('GET', '/sandbox/outbox?kind=payment')) as {
    payableId: string;
    subject: string;
    text: string;
  }[];
  const told = mails.filter(
    (it) => it.payableId === payableId && /Payment (failed|returned)/.test(it.subject),
  );
  expect(told).toHaveLength(2);
  for (const { text } of told) expect(text).toContain(`${title} (${code})`);
}

async function expectEvidence(code: string, payableId: string): Promise<void> {
  const folder = `proof-${code}`;
  expect(await exitOf(`payable evidence ${payableId} --dir ${folder}`)).toEqual([0, '']);
  const readme = await readFile(join(service.cwd, folder, 'README.txt'), 'utf8');
  expect(readme).toContain(`${statusOf(code)} ${code} ${achReturnCodes[code]?.title}`);
  expect(readme).toMatch(/Authorization of the debit: .* from 127\.0\.0\.1\n/);
  expect(readme).toContain('CCD PAYMENT');
}

describe('a debit that was returned', () => {
  test.each(codes)('with %s is told alike by all commands, pages and mails', async (code) => {
    const bank = await newBank();
    const payableId = await approved(`STORY-${code}`);
    const paymentId = await returned(code, payableId, bank);
    await expectStatus(code, payableId);
    await expectAdvice(code, payableId);
    await expectPayments(code, payableId, bank);
    await expectTold(code, payableId, paymentId);
    await expectEvidence(code, payableId);
    // Nothing of this story is left for the next one.
    await service.json(`payable cancel ${payableId} -b ${service.payee} --yes`);
    await service.json(`bank remove ${bank} --yes`);
  });

  test.each(notOfDebits.filter(isRun))(
    'is never returned with %s, which explain knows',
    async (code) => {
      const payableId = await approved(`NOT-${code}`);
      const bank = await newBank();
      const { paymentId } = await service.json<{ paymentId: string }>(
        `pay initiate ${payableId} --bank ${bank} --yes`,
      );
      await service.json(`sandbox payment ${paymentId} submit`);
      const [exit] = await exitOf(`sandbox payment ${paymentId} fail --code ${code}`);
      expect(exit).not.toBe(0);
      expect(await service.json(`explain ${code}`)).toMatchObject({ code });
    },
  );
});
