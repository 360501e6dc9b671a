import { DEMO_INVOICES } from './invoices.ts';
import {
  type CommandResult,
  type DemoOutput,
  type DemoRunner,
  errorMessage,
  PASSWORD,
} from './isolated-runner.ts';

/** The ids of the demo; each is known once its step is over. */
interface DemoIds {
  acmeBank: string;
  coastalBank: string;
  connection: string;
  invoice: string;
}

interface DemoStep {
  readonly title: string;
  readonly run: (runner: DemoRunner, ids: DemoIds) => AsyncIterable<DemoOutput>;
}

/** The steps: Acme Hotels pays Coastal Linen, from the registration of both to money in the bank. */
export const demoSteps: readonly DemoStep[] = [
  { title: 'Two businesses register and are verified', run: registerBusinesses },
  {
    title: 'Each links a bank account: one through the provider, one by micro-deposits',
    run: linkBankAccounts,
  },
  { title: 'They connect by invitation', run: connectBusinesses },
  { title: 'An invoice, submitted and approved', run: sendDemoInvoice },
  {
    title: 'Paid by ACH: submitted on Monday at 17:00 ET, settled on Thursday',
    run: payDemoInvoice,
  },
  { title: 'The funds are available', run: settleDemoPayment },
  { title: 'Withdrawn to the bank', run: withdrawDemoBalance },
  { title: 'A returned payment, a held one, and an overdue invoice', run: showProblems },
  { title: 'Twenty more invoices from a file, and the list as CSV', run: importInvoices },
];

const ACME = '--street "1 Main St" --city Austin --state TX --zip 78701 --ein 12-3456789';
const COASTAL = '--street "5 Bay Rd" --city Savannah --state GA --zip 31401 --ein 98-7654321';
const ANN = '--controller-first-name Ann --controller-last-name Lee --controller-dob 1980-02-29';
const BEN = '--controller-first-name Ben --controller-last-name Ito --controller-dob 1975-07-04';

const note = (sentence: string): DemoOutput => ({ full: `${sentence}\n\n`, short: '' });

/** Registers two businesses. Each has its own account at the service, and so its own profile here. */
async function* registerBusinesses(runner: DemoRunner): AsyncIterable<DemoOutput> {
  await runner.file('ssn.txt', '123-45-6789\n');
  yield await signUp(runner, 'acme', 'owner@acme.test');
  yield await signUp(runner, 'coastal', 'owner@coastal.test');

  for (const [profile, line] of [
    ['acme', `--name "Acme Hotels LLC" --type llc ${ACME} ${ANN}`],
    ['coastal', `--name "Coastal Linen Inc" --type corporation ${COASTAL} ${BEN}`],
  ]) {
    const registered = await runner.run(
      `-P ${profile} business create ${line} --controller-ssn-file ssn.txt`,
    );
    yield registered;
    yield await runner.run(`-P ${profile} profile set business ${registered.id}`);
    yield await runner.run(
      `-P ${profile} business get`,
      (read) => `${read('Name')}: ${read('Status')}`,
    );
  }
}

async function* linkBankAccounts(runner: DemoRunner, ids: DemoIds): AsyncIterable<DemoOutput> {
  await runner.file('public-token.txt', 'public-sandbox-demo\n');
  await runner.file('account-number.txt', '000123456789\n');
  yield await runner.run('-P acme bank link-token');
  const linked = await runner.run(
    '-P acme bank connect --public-token-file public-token.txt --provider-account acct_checking_0000',
    (read) => `${read('Name')} ···${read('Last4')}: ${read('Status')}`,
  );
  yield linked;
  ids.acmeBank = linked.id;
  yield await runner.run(`-P acme bank set-default ${ids.acmeBank}`);

  const manual = await runner.run(
    '-P coastal bank connect-manual --routing 110000000 --account-number-file account-number.txt --type checking --name Operating',
    (read) =>
      `${read('Name')} ···${read('Last4')}: ${read('Status')}, two micro-deposits are in transit`,
  );
  yield manual;
  ids.coastalBank = manual.id;
  yield note('Until the two micro-deposits are posted, the account cannot be verified:');
  yield await runner.run(`-P coastal bank verify ${ids.coastalBank} 0.01 0.02`, undefined, 7);
}

async function* connectBusinesses(runner: DemoRunner, ids: DemoIds): AsyncIterable<DemoOutput> {
  yield await runner.run(
    '-P acme invite send owner@coastal.test --alias Linen',
    (read) => `Invitation to ${read('Email')}: ${read('Status')}`,
  );
  const { token } = await runner.lastMail('invitation');
  await runner.file('invitation.txt', `${token}\n`);
  yield note('The email with the token is in the sandbox outbox. Coastal Linen accepts:');
  yield await runner.run(
    '-P coastal invite accept --invitation-token-file invitation.txt',
    (read) => `Connection: ${read('Connection status')}`,
  );
  const list = await runner.run('-P acme connection list');
  yield list;
  ids.connection = list.id;
}

async function signUp(runner: DemoRunner, profile: string, email: string): Promise<CommandResult> {
  await runner.signUp(profile, email);
  await runner.file('password.txt', `${PASSWORD}\n`);
  const result = await runner.run(
    `-P ${profile} auth login --base-url ${runner.baseUrl} --email ${email} --password-file password.txt`,
  );
  await runner.run(`-P ${profile} profile set environment test`);
  return result;
}

async function* sendDemoInvoice(runner: DemoRunner, ids: DemoIds): AsyncIterable<DemoOutput> {
  const created = await runner.run(
    `-P coastal payable create --connection ${ids.connection} --invoice-number INV-1 --line "Bed linen|10|200" --line "Delivery|1|500" --due 2026-03-31 --submit`,
    (read) => `Status: ${read('Status')}`,
  );
  yield created;
  ids.invoice = created.id;
  yield await runner.run('-P acme payable list --status SUBMITTED');
  yield await runner.run(
    '-P acme payable approve INV-1 --expect-amount 2500 --expect-payee "Coastal Linen Inc" --yes',
    (read) => `Status: ${read('Status')}`,
  );
}

async function* payDemoInvoice(runner: DemoRunner, ids: DemoIds): AsyncIterable<DemoOutput> {
  const payment = '-P acme pay initiate INV-1 --expect-payee "Coastal Linen Inc" --yes';
  yield await runner.run(
    payment,
    (read) =>
      `${read('Amount')}, ${read('Status')}, estimated settlement ${read('Estimated settlement date')}`,
  );
  yield note('A duplicate is refused before anything is sent:');
  yield await runner.run(payment, errorMessage, 14);
  yield await advanceClock(runner, '2026-03-02T22:00:00Z');
  yield await runner.run('-P coastal business balance');
  yield await advanceClock(runner, '2026-03-03T14:00:00Z');
  const [first, second] = await runner.microDeposits(ids.coastalBank);
  yield await runner.run(
    `-P coastal bank verify ${ids.coastalBank} ${second} ${first}`,
    (read) => `${read('Name')} ···${read('Last4')}: ${read('Status')}`,
  );
}

async function* settleDemoPayment(runner: DemoRunner): AsyncIterable<DemoOutput> {
  yield await advanceClock(runner, '2026-03-05T14:00:00Z');
  yield await runner.run('-P acme payable get INV-1');
  yield await runner.run('-P coastal business balance', availableBalance);
}

async function* withdrawDemoBalance(runner: DemoRunner, ids: DemoIds): AsyncIterable<DemoOutput> {
  const withdraw = (amount: string) =>
    `-P coastal business withdraw --amount ${amount} --bank ${ids.coastalBank} --yes`;
  yield await runner.run(withdraw('1000'), (read) => `${read('Amount')}, ${read('Status')}`);
  yield await runner.run('-P coastal business balance');
  yield await advanceClock(runner, '2026-03-06T14:00:00Z');
  yield await runner.run('-P coastal business balance', availableBalance);
  yield note('A withdrawal above the available balance is refused:');
  yield await runner.run(withdraw('1500.01'), errorMessage, 7);
  yield await runner.run('-P coastal payable log INV-1');
  yield await runner.run(
    `sandbox ledger check --dir ${runner.dataDir}`,
    (read) => `${read('Entries')} entries, difference ${read('Difference')}`,
  );
}

const availableBalance = (read: (label: string) => string): string =>
  `${read('Available')} available`;

/** Shows what needs attention: a payment that is returned, one that is held for review, and an overdue invoice. */
async function* showProblems(runner: DemoRunner, ids: DemoIds): AsyncIterable<DemoOutput> {
  yield note(
    'In the sandbox an amount of 55.01 is returned for insufficient funds, and 100,000.00 is held for review:',
  );
  for (const [number, amount, due] of [
    ['INV-2', '55.01', '2026-02-27'],
    ['INV-3', '100000.00', '2026-03-20'],
  ]) {
    const created = await runner.run(
      `-P coastal payable create --connection ${ids.connection} --invoice-number ${number} --amount ${amount} --due ${due} --submit`,
    );
    yield created;
    await runner.run(`-P acme payable approve ${created.id} --expect-amount ${amount} --yes`);
    yield await runner.run(
      `-P acme pay initiate ${created.id} --expect-amount ${amount} --yes`,
      (read) => `${number}, ${read('Amount')}: ${read('Status')}`,
    );
  }
  yield await advanceClock(runner, '2026-03-10T14:00:00Z');
  yield await runner.run('-P acme status', (_, output) => {
    const attention = output.matchAll(/^(failed or returned|held|overdue)\b.*?(?= {2})/gm);
    return [...attention].map(([what]) => what).join('; ');
  });
  yield await runner.run('-P acme payable aging');
}

async function advanceClock(runner: DemoRunner, until: string): Promise<CommandResult> {
  const line = `sandbox clock advance until ${until} --dir ${runner.dataDir}`;
  return runner.run(line, (_, output) => {
    const events = output.match(/\b[a-z_]+\.[a-z_]+(?= )/g) ?? [];
    return `Events: ${[...new Set(events)].join(', ')}`;
  });
}

/** Imports a file of invoices: it is checked as a whole before the first invoice is sent. */
async function* importInvoices(runner: DemoRunner, ids: DemoIds): AsyncIterable<DemoOutput> {
  await runner.file('invoices.csv', DEMO_INVOICES);
  yield await runner.run(
    `-P coastal payable create --file invoices.csv --connection ${ids.connection} --submit`,
    (_, output) => `${output.match(/ created(?=\s)/g)?.length ?? 0} invoices created`,
  );
  yield await runner.run(
    '-P coastal payable list --columns id,invoiceNumber,status,amount,dueDate',
  );
  yield await runner.run(`-P coastal payable list --out "${runner.out}"`);
  const sentence = `The list is in ${runner.out}.\n`;
  yield { full: sentence, short: sentence };
}
