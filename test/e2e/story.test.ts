import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Home, remit, startHome, words } from '../helpers/built-program.ts';

let home: Home;
afterEach(() => home.close());

const PEOPLE = {
  acme: { email: 'owner@acme.test', name: 'Acme Hotels LLC', ein: '12-3456789' },
  coastal: { email: 'owner@coastal.test', name: 'Coastal Linen Inc', ein: '98-7654321' },
};
type Who = keyof typeof PEOPLE;

/** Runs a line for one of the two, each with an account, a token and a profile of their own. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
const as = async (who: Who, line: string): Promise<any> => home.json(`-P ${who} ${line}`);
const code = async (who: Who, line: string) => {
  const { code: ended, err } = await home.run(`-P ${who} ${line} --json`);
  return `${ended} ${JSON.parse(err).error.code}`;
};
const balance = async () => {
  const { available, pending, total } = await as('coastal', 'business balance');
  return [available, pending, total];
};
const until = (moment: string) => home.run(`sandbox clock advance until ${moment}`);

async function signUp(who: Who): Promise<void> {
  const { email, name } = PEOPLE[who];
  const answer = await fetch(`${home.started.baseUrl}/sandbox/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.started.controlToken}` },
    body: JSON.stringify({ name, email, password: 'correct horse' }),
  });
  expect(answer.status).toBe(200);
  const line = `auth login -P ${who} --base-url ${home.started.baseUrl} --email ${email} --password-file -`;
  const { code: ended, err } = await remit(words(line), {
    env: home.env,
    input: 'correct horse\n',
  });
  expect([ended, err]).toEqual([0, '']);
}

async function register(who: Who): Promise<void> {
  const { name, ein } = PEOPLE[who];
  const address = '--street "1 Main St" --city Albany --state NY --zip 12207';
  const person =
    '--controller-first-name Ada --controller-last-name Ames --controller-dob 1980-05-17';
  const line = `business create --name "${name}" --type llc ${address} --ein ${ein} ${person} --controller-ssn-file ssn.txt`;
  const made = await as(who, line);
  expect(made.status).toBe('pending');
  await home.run(`-P ${who} profile set business ${made.id}`);
  expect((await as(who, 'business get')).status).toBe('verified');
}

test('a full invoice, from registration to money in the bank', async () => {
  home = await startHome('--seed empty --clock frozen --now 2026-03-02T15:00:00Z');
  const file = (name: string, text: string) => writeFile(join(home.folder, name), text);
  await file('ssn.txt', '123-45-6789\n');
  await file('public.txt', 'public-sandbox-1\n');
  await file('number.txt', '000123456789\n');
  for (const who of ['acme', 'coastal'] as const) {
    await signUp(who);
    await register(who);
  }

  const fsA = (
    await as('acme', 'bank connect --public-token-file public.txt --account acct_checking_0000')
  ).id;
  expect((await as('acme', `bank set-default ${fsA}`)).isDefault).toBe(true);
  const manual =
    'bank connect-manual --routing 110000000 --account-number-file number.txt --type checking --name Main';
  const fsB = (await as('coastal', manual)).id;
  expect(await code('coastal', `bank verify ${fsB} 0.01 0.02`)).toBe('7 micro_deposits_not_posted');

  const { connectionId } = await as(
    'acme',
    `invite send ${PEOPLE.coastal.email} --display-name Linen`,
  );
  expect((await as('acme', `connection get ${connectionId}`)).status).toBe('pending');
  expect(await as('acme', 'connection list')).toEqual([]);
  const [mail] = await home.json('sandbox outbox --kind invitation');
  await file('invitation.txt', `${mail.token}\n`);
  await as('coastal', 'invite accept --invitation-token-file invitation.txt');
  expect((await as('acme', 'connection list'))[0]).toMatchObject({
    id: connectionId,
    status: 'active',
    alias: 'Linen',
  });
  expect((await as('coastal', 'connection list'))[0].alias).toBe(null);

  const lines = '--line "Bed linen|10|200" --line "Delivery|1|500"';
  const { id, status } = await as(
    'coastal',
    `payable create --connection ${connectionId} --amount 2500 ${lines} --invoice-number INV-1 --submit`,
  );
  expect(status).toBe('SUBMITTED');
  expect(await as('acme', 'payable list --status SUBMITTED')).toHaveLength(1);
  expect((await as('acme', `payable approve ${id} --yes`)).status).toBe('APPROVED');

  const payment = await as('acme', `pay initiate ${id} --from ${fsA} --yes`);
  expect(payment).toMatchObject({
    status: 'PENDING',
    amount: 2500,
    estimatedSettlementDate: '2026-03-05',
  });
  expect((await as('acme', `payable get ${id}`)).status).toBe('APPROVED');
  expect(await balance()).toEqual([0, 0, 0]);

  await until('2026-03-02T22:00:00Z');
  expect(await balance()).toEqual([0, 2500, 2500]);
  await until('2026-03-03T14:00:00Z');
  const { amounts } = await home.json(`sandbox micro-deposits ${fsB}`);
  expect((await as('coastal', `bank verify ${fsB} ${amounts[1]} ${amounts[0]}`)).status).toBe(
    'verified',
  );
  await until('2026-03-05T14:00:00Z');
  expect((await as('coastal', `payable get ${id}`)).status).toBe('PAID');
  expect(await balance()).toEqual([2500, 0, 2500]);

  await until('2026-03-05T15:00:00Z');
  const withdrawal = await as('coastal', `business withdraw --amount 1000 --to ${fsB} --yes`);
  expect(withdrawal).toMatchObject({ status: 'PENDING', estimatedArrivalDate: '2026-03-06' });
  expect(await balance()).toEqual([1500, 0, 2500]);
  expect((await as('coastal', 'business balance')).withdrawing).toBe(1000);
  await until('2026-03-05T22:00:00Z');
  expect(await balance()).toEqual([1500, 0, 2500]);
  await until('2026-03-06T14:00:00Z');
  expect(await balance()).toEqual([1500, 0, 1500]);
  const ledger: { name: string; balance: number }[] = await home.json('sandbox ledger');
  const deposits = amounts[0] + amounts[1];
  expect(ledger.find((it) => it.name === `bank.${fsB}`)?.balance).toBeCloseTo(1000 + deposits, 2);

  expect(await code('coastal', `business withdraw --amount 1500.01 --to ${fsB} --yes`)).toBe(
    '7 insufficient_balance',
  );
  const log: { type: string }[] = await as('coastal', `payable log ${id}`);
  expect(log.map(({ type }) => type)).toEqual([
    'created',
    'submitted',
    'approved',
    'payment_initiated',
    'payment_processing',
    'payment_completed',
  ]);
  expect(await home.json('sandbox ledger check')).toMatchObject({ ok: true, difference: 0 });
});

test('one token acts on both sides: it invoices as the payee, and approves and pays as the payer', async () => {
  home = await startHome();
  const [payer, payee] = home.started.businesses.map(({ id }) => id);
  const [connection] = await home.json('connection list');
  const made = await home.json(
    `payable create -b ${payee} --connection ${connection.id} --amount 75.25 --submit`,
  );
  await home.json(`payable approve ${made.id} -b ${payer} --yes`);
  const wrongSide = await home.run(`payable approve ${made.id} -b ${payee} --yes`);
  expect(wrongSide.code).toBe(5);
  await home.json(`pay initiate ${made.id} -b ${payer} --speed same-day --yes`);
  await until('2026-03-02T22:00:00Z');
  expect((await home.json(`payable get ${made.id} -b ${payee}`)).status).toBe('PAID');
  expect((await home.json(`business balance ${payee}`)).available).toBe(75.25);
});

test('the invoices of a file are created once; a file with errors sends nothing and lists each', async () => {
  home = await startHome();
  const payee = home.started.businesses[1]?.id;
  const [connection] = await home.json('connection list');
  const from = (name: string) =>
    home.run(
      `payable create -b ${payee} --connection ${connection.id} --file ${process.cwd()}/examples/${name} --json`,
    );
  const before = (await home.json(`payable list -b ${payee}`)).length;

  const refused = await from('invoices-refused.csv');
  expect([refused.code, refused.out]).toEqual([2, '']);
  const { fields } = JSON.parse(refused.err).error;
  expect(fields.map((it: { field: string }) => it.field).sort()).toEqual([
    'dueDate',
    'invoiceNumber',
  ]);
  expect(fields[0].row).toBeGreaterThan(0);
  expect(refused.err).toMatch(/invoices-refused\.csv:\d+: /);
  expect((await home.json(`payable list -b ${payee}`)).length).toBe(before);

  const made = await from('invoices.csv');
  expect(made.code).toBe(0);
  expect(JSON.parse(made.out)).toHaveLength(20);
  const again = await from('invoices.csv');
  expect(again.code).toBe(14);
  expect(new Set(JSON.parse(again.out).map((it: { status: string }) => it.status))).toEqual(
    new Set(['skipped']),
  );
  expect((await home.json(`payable list -b ${payee}`)).length).toBe(before + 20);
});
