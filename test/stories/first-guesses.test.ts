import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { memoize } from '../../src/memoize.ts';
import { answerConfirmation, type TestInput, withoutSpinner } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

/** What a clerk types first in a month, and then, by the answer. A guess without a second line is right. */
const guesses: readonly (readonly [guess: string, then?: string])[] = [
  // Looking around.
  ['help'],
  ['status'],
  ['list', 'payable list'],
  ['overview', 'status'],
  ['dashboard', 'status'],
  ['login', 'auth login --with-token'],
  ['users', 'whoami'],
  ['settings', 'config list'],
  ['config show', 'config list'],
  ['profile show'],
  ['business show', 'business get'],
  // Who owes what.
  ['bills', 'payable list --direction received'],
  ['invoices', 'payable list --direction sent'],
  ['vendors', 'connection list'],
  ['vendor list', 'connection list'],
  ['customers', 'connection list'],
  ['suppliers', 'connection list'],
  ['contacts', 'connection list'],
  ['partners', 'connection list'],
  ['overdue', 'payable list --overdue'],
  ['payable list'],
  ['payable list --overdue'],
  ['payable list --vendor Coastal', 'payable list --payee Coastal'],
  ['payable list --supplier Coastal', 'payable list --payee Coastal'],
  ['payable list --customer Acme', 'payable list --payer Acme'],
  ['payable list --due 2026-03-31', 'payable list --due-to 2026-03-31'],
  ['payable list --due-by eom', 'payable list --due-to eom'],
  ['payable list --open', 'payable list --status SUBMITTED,APPROVED'],
  ['payable list --unpaid', 'payable list --status SUBMITTED,APPROVED'],
  ['payable list --status open', 'payable list --status SUBMITTED'],
  ['payable list --status unpaid', 'payable list --status APPROVED'],
  ['payable list --status overdue', 'payable list --overdue'],
  ['payable list --received', 'payable list --direction received'],
  ['payable list --sent', 'payable list --direction sent'],
  ['payable list --month 2026-03', 'payable list --created-from 2026-03'],
  ['payable list --from 2026-03-01', 'payable list --created-from 2026-03-01'],
  ['payable list --date 2026-03-10', 'payable list --due-from 2026-03-10'],
  ['payable list --amount 1840', 'payable list --amount-from 1840'],
  ['payable list --max 2000', 'payable list --amount-to 2000'],
  ['payable list --name Coastal', 'payable list --search Coastal'],
  ['payable list --output csv', 'payable list --format csv'],
  ['payable list --csv-out bills.csv', 'payable list --out bills.csv'],
  ['payable list --export bills2.csv', 'payable list --out bills2.csv'],
  ['payable list --sort date', 'payable list --sort due'],
  ['search Coastal', 'payable list --search Coastal'],
  ['find CL-1001', 'payable get CL-1001'],
  ['payable show CL-1001', 'payable get CL-1001'],
  ['payable view CL-1001', 'payable get CL-1001'],
  ['invoice CL-1001', 'payable get CL-1001'],
  ['show CL-1001', 'payable get CL-1001'],
  ['history CL-1001', 'payable log CL-1001'],
  ['payable history CL-1001', 'payable log CL-1001'],
  ['duplicates', 'payable duplicates'],
  // Answering bills.
  ['approve CL-1002', 'payable approve CL-1002'],
  ['payable approve --invoice CL-1004', 'payable approve CL-1004'],
  ['reject CL-1002', 'payable decline CL-1002 --reason Wrong'],
  ['payable reject CL-1002', 'payable decline CL-1002 --reason Wrong'],
  ['payable comment CL-1001', 'payable log CL-1001'],
  // Paying.
  ['payments', 'pay list'],
  ['pay CL-1002', 'pay initiate CL-1001'],
  ['pay invoice CL-1002', 'pay initiate CL-1001'],
  ['payable pay CL-1002', 'pay initiate CL-1001'],
  ['pay initiate CL-1001 --date 2026-03-04', 'pay initiate CL-1001 --on 2026-03-04'],
  ['pay initiate CL-1001 --bank-account Operating', 'pay initiate CL-1001 --bank Operating'],
  ['pay initiate CL-1001 --from Operating', 'pay initiate CL-1001 --bank Operating'],
  ['pay initiate --invoice CL-1002', 'pay initiate CL-1001'],
  ['pay initiate CL-1001 --amount 1840', 'pay initiate CL-1001 --expect-amount 1840'],
  ['pay initiate CL-1001 --fast', 'pay initiate CL-1001 --speed same-day'],
  ['pay create CL-1002', 'pay initiate CL-1001'],
  ['pay send CL-1002', 'pay initiate CL-1001'],
  ['pay all', 'pay bulk --file payments.csv'],
  ['batch', 'run plan --out run.json'],
  ['schedule CL-1002', 'pay initiate CL-1001 --on 2026-03-04'],
  ['pay status', 'pay list'],
  ['pay history', 'pay list'],
  ['run create', 'run plan --out run.json'],
  ['run plan --vendor Coastal --out march.json', 'run plan --payee Coastal --out new.json'],
  ['run pay march.json', 'run apply march.json'],
  ['run start march.json', 'run apply march.json'],
  ['pay show {payment}', 'pay get {payment}'],
  ['pay stop {payment}', 'pay cancel {payment}'],
  ['void {payment}', 'pay cancel {payment}'],
  ['refund {payment}', 'pay cancel {payment}'],
  // Being paid.
  [
    'payable create --customer Acme --amount 10',
    'payable create --connection {connection} --amount 10 -b {payee}',
  ],
  [
    'payable create --number A-1 --amount 10',
    'payable create --invoice-number A-1 --amount 10 --connection {connection} -b {payee}',
  ],
  [
    'payable create --due-date 2026-03-30 --amount 10',
    'payable create --due 2026-03-30 --amount 10 --connection {connection} -b {payee}',
  ],
  [
    'payable create --description Towels --amount 10',
    'payable create --memo Towels --amount 10 --connection {connection} -b {payee}',
  ],
  [
    'payable import march.csv',
    'payable create --file march.csv --connection {connection} -b {payee}',
  ],
  ['import march.csv', 'payable create --file march.csv --connection {connection} -b {payee}'],
  ['invoice create', 'payable create --amount 10 --connection {connection} -b {payee}'],
  ['payable send CL-1005', 'payable submit CL-1005 -b {payee}'],
  ['remind CL-1002', 'payable remind CL-1002 -b {payee}'],
  ['reminder', 'payable remind CL-1002 -b {payee}'],
  ['link create CL-1002', 'link enable CL-1002 -b {payee}'],
  ['link CL-1002', 'link get CL-1002 -b {payee}'],
  ['link send CL-1002 --to ap@acme.test', 'link send CL-1002 --email ap@acme.test -b {payee}'],
  ['recurring', 'payable recur schedule.csv --dry-run -b {payee}'],
  ['invite ap@linen.test', 'invite send ap@linen.test'],
  ['invite create ap@linen.test', 'invite send ap@linen.test'],
  ['connection add ap@linen.test', 'invite send ap@linen.test'],
  ['vendor add', 'invite send ap@linen.test'],
  // Banks and balance.
  ['balance', 'business balance'],
  ['banks', 'bank list'],
  ['accounts', 'bank list'],
  ['bank add', 'bank link --no-browser'],
  ['bank accounts', 'bank list'],
  ['withdraw 5', 'business withdraw {payee} --amount 5 --bank Main -b {payee}'],
  ['transfer', 'business withdraw {payee} --amount 5 --bank Main -b {payee}'],
  [
    'business withdraw --amount 5 --to Main',
    'business withdraw {payee} --amount 5 --bank Main -b {payee}',
  ],
  // The end of the month.
  ['cashflow', 'forecast'],
  ['forecast --days 30'],
  ['report', 'payable aging'],
  ['aging', 'payable aging'],
  ['statement', 'connection statement {connection}'],
  [
    'connection statement {connection} --month 2026-03',
    'connection statement {connection} --from 2026-03 --to 2026-03',
  ],
  ['reconcile march-bank.csv', 'match march-bank.csv {map}'],
  ['match --file march-bank.csv', 'match march-bank.csv {map}'],
  ['match march-bank.csv --bank-account Operating', 'match march-bank.csv --bank Operating {map}'],
  ['export', 'payable export'],
  ['evidence CL-1001', 'payable evidence CL-1001 --dir evidence'],
  ['1099', 'payable list --paid-from 2026-01 --paid-to 2026-12 --group-by payee'],
  ['payable attachments CL-1001', 'payable get CL-1001'],
  ['audit', 'journal list'],
  ['logout', 'auth logout'],
];

/** The flags that tell `match` the columns of the file. */
const MAP =
  '--map date=Date --map amount=Amount --map description=Description --date-format MM/DD/YYYY';

const files: Readonly<Record<string, string>> = {
  'march.csv': 'invoiceNumber,amount\nA-1,10.00\n',
  'march-bank.csv': 'Date,Amount,Description\n03/02/2026,-15.00,WIRE FEE\n',
};

/** A month at its beginning; a line that names a plan, a link or a payment finds one. */
async function openMonth() {
  const service = await startService();
  const { json, remit, payee } = service;
  const [connection] = await json<{ id: string }[]>('connection list');
  const [approved] = await json<{ id: string }[]>('payable list --status APPROVED');
  for (const [name, text] of Object.entries(files)) await service.file(name, text);
  await service.file('payments.csv', `payableId\n${approved?.id}\n`);
  await service.file(
    'schedule.csv',
    `connectionId,start,rule,invoiceNumber,amount\n${connection?.id},2026-03-02,FREQ=DAILY,S-{n},10\n`,
  );
  const payment = memoize(async () => {
    const paid = `pay initiate ${approved?.id} --on 2026-03-20 --yes`;
    return (await json<{ paymentId: string }>(paid)).paymentId;
  });
  const plan = memoize(() => remit('run plan --out march.json'));
  const link = memoize(() => remit(`link enable CL-1002 -b ${payee}`));
  const values = async (line: string) => {
    if (line.includes('march.json')) await plan();
    if (line.startsWith('link send')) await link();
    return line
      .replace('{payment}', line.includes('{payment}') ? await payment() : '')
      .replace('{connection}', connection?.id ?? '')
      .replace('{map}', MAP)
      .replaceAll('{payee}', payee);
  };
  return { service, values };
}

const terminal = { tty: { stdout: true, stderr: true }, columns: 80, env: { NO_COLOR: '1' } };

describe('a month typed with first guesses', () => {
  let service: Service;
  let values: (line: string) => Promise<string>;
  beforeAll(async () => {
    ({ service, values } = await openMonth());
  });
  afterAll(() => service.close());

  test('every answer to a wrong one leads on', async () => {
    const kinds: Record<Kind, string[]> = { right: [], ledOn: [], stuck: [] };
    for (const [guess, then] of guesses) {
      const { code, out, err } = await service.remit(await values(guess), terminal);
      const answer = withoutSpinner(`${out}\n${err}`);
      kinds[kindOf(code, answer, guess, then)].push(`${guess}: ${err}`);
      expect(answer.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
    expect(kinds.stuck).toEqual([]);
    expect([kinds.right.length, kinds.ledOn.length]).toEqual([6, 118]);
  });
});

type Kind = 'right' | 'ledOn' | 'stuck';

function kindOf(code: number, answer: string, guess: string, then: string | undefined): Kind {
  if (then === undefined) return code === 0 ? 'right' : 'stuck';
  return code !== 0 && namesAll(answer, guess, then) ? 'ledOn' : 'stuck';
}

/** Reports whether an answer names the command and the flags of a line that the guess does not have. */
function namesAll(answer: string, guess: string, then: string): boolean {
  const said = answer.replaceAll(/\s+/g, ' ');
  const words = then.split(' ');
  const end = words.findIndex((word) => !/^[a-z]+(?:-[a-z]+)*$/.test(word));
  const command = words.slice(0, end < 0 ? undefined : end).join(' ');
  const flags = words.filter((word) => /^--[a-z]/.test(word) && !guess.includes(word));
  const isNamed = said.includes(`remit ${command}`);
  return isNamed || (guess.startsWith(command) && flags.some((flag) => said.includes(flag)));
}

describe('what the answer leads to works', () => {
  const answers = [...new Set(guesses.flatMap(([, then]) => then ?? []))];
  test.runIf(inject('cases') !== undefined).for(answers)('%s', async (line) => {
    const { service, values } = await openMonth();
    const person = { stdin: answerConfirmation, tty: { stdin: true, stderr: true } };
    const input: TestInput = {
      ...(line.startsWith('auth login') ? { stdin: `${service.token}\n` } : person),
      interrupted: AbortSignal.timeout(5000),
    };
    if (line.includes('withdraw')) await credit(service);
    const { code, err } = await service.remit(await values(line), input);
    await service.close();
    expect([code, err]).toEqual([expectedCode(line), err]);
  });
});

/** A statement with a line that nobody knows ends with 11, and a browser that is not there with a time-out. */
const expectedCode = (line: string) =>
  line.startsWith('match') ? 11 : line.startsWith('bank link') ? 130 : 0;

const credit = ({ control, payee }: Service) =>
  control('POST', '/sandbox/ledger/credits', { businessId: payee, amount: 100 });
