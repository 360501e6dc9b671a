/** Command lines that print hints, each with what must have happened before. */

import type { Seed } from '../../src/api/controls/state.ts';

/** The exit code of a command that waits for a person or for the service, and is then interrupted. */
export const INTERRUPTED = 130;

/** A command line of which every hint is run. `{name}` in a line is a value of the sandbox. */
export interface Situation {
  readonly line: string;
  readonly given?: readonly string[];
  readonly seed?: Seed;
  readonly stdin?: string;
  /** Files by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Values of placeholders of its hints, if others than usual. */
  readonly fills?: Readonly<Record<string, string>>;
  /** The exit code of a hint, by a part of it, if it is not 0. */
  readonly codes?: Readonly<Record<string, number>>;
  /** Whether a person answers questions of the line. */
  readonly isAsked?: true;
}

/** The service applied a payment, and its answer was lost. */
const LOST = [
  'sandbox fault add --operation pay.initiate --drop after',
  'pay initiate {approved} --yes',
];
/** It waits until the service has surely decided, which takes two minutes. */
const WAITS = { 'journal reconcile': INTERRUPTED };
const PLAN = ['run plan --out run.json'];
const PAID = ['pay initiate {approved} --yes', 'sandbox clock advance 4bd'];
const RETURNED = [...PAID, 'sandbox payment {payment} return --code R10'];
/** There is no other bank account here, and no new authorization of this one. */
const NOT_AUTHORIZED = { '--reauthorized': 7, '--bank': 14 };
const SCHEDULED = ['pay initiate {approved} --on 2026-03-20 --yes'];
const AS_PAYEE = { '<payable>': '{submitted} -b {payee}' };

/** Situations that `npm test` goes through; the project thorough has all. */
export const usual: readonly Situation[] = [
  { line: 'payable get pay_none' },
  { line: 'connection get conn_none -b {payee}' },
  { line: 'bills' },
  { line: 'status', seed: 'demo' },
  { line: 'payable get CL-1002' },
  { line: 'link send CL-1002 --email a@b.test -b {payee}', fills: AS_PAYEE },
  { line: 'pay cancel {payment} --yes', given: PAID },
  { line: 'payable approve --where' },
  { line: 'run plan --out run.json', given: PLAN },
  { line: 'pay initiate {approved} --yes', given: ['policy set requireApproval true'] },
];

/** A bank account that is not verified yet. */
const UNVERIFIED = {
  given: [
    'bank connect-manual --routing 110000000 --type checking --name Second --account-number-file n.txt',
  ],
  files: { 'n.txt': '000123456789' },
  codes: { 'bank verify': 7 },
};
/** A service that nobody answers for. */
const ELSEWHERE = { REMIT_BASE_URL: 'http://127.0.0.1:9', REMIT_TOKEN: 'a-token-of-nobody' };
const ADA = ['key ada', 'run key trust ada ada.pub --yes'];

export const situations: readonly Situation[] = [
  ...usual,
  {
    line: 'status',
    env: { REMIT_HOME: 'none' },
    stdin: '{token}\n',
    // A port that is in use: no process is left behind.
    fills: { start: 'start\n--port\n{port}' },
    codes: { 'sandbox start': 2 },
  },
  // Words that are no command.
  { line: 'teapot' },
  { line: 'payble list' },
  { line: 'payable get' },
  { line: 'link get -4JoAdlLPRO -b {payee}', fills: { '<payable>': '{submitted}' } },
  { line: 'sandbox events --event nothing.known' },
  { line: 'sandbox trigger nothing.known' },
  { line: 'explain nothing_known' },
  { line: 'schema payable nothing' },
  { line: 'api nothing.known' },
  { line: 'api business.get --paginate' },
  // What awaits, and what can come next.
  { line: 'status' },
  { line: 'status -b {payee}' },
  { line: 'status -b {payee}', seed: 'demo' },
  { line: 'status', given: ['invite send ap@linen.test'] },
  { line: 'payable get CL-1001' },
  { line: 'payable get CL-1005 -b {payee}' },
  { line: 'payable get CL-1002 -b {payee}' },
  { line: 'payable get CL-1001', given: PAID.slice(0, 1), codes: { wait: INTERRUPTED } },
  { line: 'payable get CL-1001', given: SCHEDULED, codes: { wait: INTERRUPTED } },
  { line: 'payable get CL-1001', given: RETURNED, codes: NOT_AUTHORIZED },
  { line: 'connection get {connection}' },
  // Records that are not there.
  { line: 'payable get XX-1' },
  { line: 'pay get pmt_none' },
  { line: 'accounting sync-status ai_none' },
  { line: 'journal show int_none' },
  { line: 'business get biz_none' },
  { line: 'payable list -b biz_none' },
  // Payments.
  { line: 'pay initiate {submitted} --yes' },
  { line: 'pay initiate CL-1001 --yes' },
  { line: 'pay initiate {approved} --yes', given: ['pay initiate {approved} --yes'] },
  {
    line: 'pay quick {connection} --amount 5 --yes',
    given: ['connection archive {connection} --yes'],
  },
  { line: 'pay initiate {approved} --bank fs_none --yes' },
  { line: 'business withdraw {payee} --amount 5 --bank {bank} --yes' },
  { line: 'pay initiate {approved} --yes', given: RETURNED, codes: NOT_AUTHORIZED },
  { line: 'payable cancel {approved} --yes' },
  { line: 'bank verify {bank} 0.05 0.04' },
  { line: 'payable approve {approved} --yes' },
  {
    line: 'payable approve {submitted} --yes',
    given: ['policy set maxPerApproval 5'],
    fills: { '<name>': 'ada' },
  },
  { line: 'pay initiate {approved} --yes', given: ['policy set maxPerPayment 5'] },
  { line: 'pay initiate {approved} --yes', given: ['policy set maxPerDay 5'] },
  { line: 'payable create --connection {connection} --amount 10 --submit', isAsked: true },
  // Plans.
  { line: 'run plan --out run.json' },
  { line: 'run plan --payee Nobody --out run.json' },
  {
    line: 'run apply file.csv --yes',
    files: { 'file.csv': '{}' },
    fills: { '<plan file>': 'new.json' },
  },
  { line: 'run apply run.json --rehearse --return 9=R01', given: PLAN },
  { line: 'run apply run.json --yes', given: [...PLAN, 'run revoke run.json --yes'] },
  {
    line: 'run approve run.json',
    given: [...PLAN, 'key file.csv', 'run key trust ada file.csv.pub --yes'],
  },
  // An outcome that is unknown.
  { line: 'pay initiate {approved} --yes', given: LOST.slice(0, 1), codes: WAITS },
  { line: 'pay initiate {approved} --yes', given: LOST, codes: WAITS },
  { line: 'journal show {intent}', given: LOST, codes: WAITS },
  { line: 'status', given: LOST, codes: WAITS },
  { line: 'doctor', given: LOST, codes: WAITS },
  { line: 'forecast', given: LOST, codes: WAITS },
  { line: 'payable evidence {approved} --dir evidence', given: LOST, codes: WAITS },
  { line: 'payable list --paid-from 2026-01', given: LOST, codes: WAITS },
  // Files.
  { line: 'payable list --out run.json', given: PLAN },
  {
    line: 'payable create --file a.csv --connection {connection}',
    files: { 'a.csv': 'No.,Sum\nA-1,10\n' },
    fills: { 'amount=<column>': 'amount=Sum --connection {connection}' },
  },
  { line: 'payable export --payee Coastal --out a.csv' },
  {
    line: 'sandbox fixtures a.json',
    files: { 'a.json': '[{"name": "a", "operation": "nothing.x"}]' },
  },
  // Configuration and tokens.
  { line: 'payable list', given: ['profile unset business'] },
  { line: 'payable list', given: ['auth logout'], stdin: '{token}\n' },
  { line: 'payable list --base-url http://api.example.com' },
  ...[
    ...['business_not_verified', 'return_window_closed', 'retry_limit_exceeded'],
    ...['payment_in_progress', 'invalid_payable_state', 'pay_me_not_eligible', '1'],
    ...['payable_not_approved', 'too_many_attempts'],
  ].map((code) => ({
    line: `explain ${code}`,
    fills: { '<code>': 'R01', '<payable>': '{submitted}' },
  })),
  { line: 'wait payable CL-1001 --for PAID --max-wait 0', codes: { wait: INTERRUPTED } },
  { line: 'auth rotate', given: ['auth logout'], stdin: '{token}\n' },
  { line: 'profile list', env: { REMIT_HOME: 'none' }, codes: { 'auth login': INTERRUPTED } },
  {
    line: 'payable list',
    given: [`profile set tokenCommand '["false"]'`],
    fills: { '<json>': '["true"]' },
  },
  { line: 'dialect set nothing x' },
  { line: 'accounting status', codes: { 'accounting connect': INTERRUPTED } },
  { line: 'accounting sync', codes: { 'accounting connect': INTERRUPTED } },
  { line: 'wait payable CL-1001 --for PAID --max-wait 1', codes: { wait: INTERRUPTED } },
  // Bank accounts and businesses.
  { line: 'pay initiate {approved} --bank Second --yes', ...UNVERIFIED },
  { line: 'status', ...UNVERIFIED },
  {
    line: 'pay initiate {approved} --yes',
    ...UNVERIFIED,
    given: ['bank remove {bank} --yes', ...UNVERIFIED.given],
    codes: {},
  },
  {
    line: 'bank link --max-wait 0',
    codes: { 'bank link': INTERRUPTED, 'connect-manual': INTERRUPTED },
  },
  { line: 'pay quick conn_none --amount 5 --yes' },
  {
    line: 'business create --name Spa --type llc --street "1 Main St" --city Austin --state TX --zip 78701',
    codes: { wait: INTERRUPTED },
  },
  {
    line: 'business get {created}',
    given: [
      'business create --name Spa --type llc --street "1 Main St" --city Austin --state TX --zip 78701',
    ],
    codes: { wait: INTERRUPTED },
  },
  // What was returned, or looks alike.
  { line: 'pay initiate {approved} --reauthorized pmt_none --reason x --yes' },
  {
    line: 'pay initiate {approved} --yes',
    given: [
      'policy set duplicateInvoices block',
      'payable create -b {payee} --connection {connection} --amount 1840 --invoice-number CL-01001 --submit',
    ],
  },
  {
    line: 'payable list --paid-from 2026-01 --group-by payee',
    given: [
      'sandbox fault add --operation pay.quickPay --drop after',
      'pay quick {connection} --amount 5 --yes',
    ],
    codes: WAITS,
  },
  // Nothing to pay.
  { line: 'pay bulk --file a.csv --yes', files: { 'a.csv': 'payableId\n' } },
  { line: 'run plan --exit-code', given: ['pay initiate {approved} --yes'] },
  {
    line: 'run plan --out run.json --force',
    given: [...PLAN, 'pay initiate {approved} --yes'],
  },
  // Keys and signatures.
  { line: 'run key trust ada ada.pub --yes', given: ADA },
  {
    line: 'run sign run.json --key bo --yes',
    given: [...PLAN, ...ADA, 'key bo'],
    fills: { '<person>': 'bo', '<public key>': 'bo.pub' },
  },
  { line: 'run sign run.json', given: [...PLAN, ...ADA] },
  { line: 'run approve run.json --key ada', given: [...PLAN, ...ADA], fills: { '<file>': 'ada' } },
  { line: 'run plan --out run.json', given: ADA },
  {
    line: 'run apply run.json --yes',
    given: ['policy set requireApproval true', ...PLAN, ...ADA],
    fills: { '<file>': 'ada' },
  },
  { line: 'run apply run.json --rehearse --return R01:CL-9', given: PLAN },
  { line: 'run apply run.json --yes', given: PLAN, env: ELSEWHERE, fills: { '<name>': 'test' } },
  // The sandbox.
  {
    line: 'sandbox fixtures a.json',
    files: {
      'a.json':
        '[{"name": "it", "operation": "payable.get", "params": {"businessId": "biz_1", "payableId": "pay_1"}}]',
    },
  },
  { line: 'sandbox events resend {event}', codes: { resend: 11 } },
  { line: 'sandbox start' },
  {
    line: 'sandbox start',
    given: ['sandbox reset --seed empty --yes'],
    codes: { 'business create': INTERRUPTED },
  },
  { line: 'sandbox start --database postgres://ada@db.test/remit' },
  // Files.
  { line: 'schema payable' },
  { line: 'completion fish --install', env: { HOME: '/dev/null' } },
  {
    line: 'match a.csv',
    files: { 'a.csv': 'When,What,Sum\n03/05/2026,X,5\n' },
    fills: {
      'date=<column>': 'date=When',
      'amount=<column>': 'amount=Sum',
      'description=<column>': 'description=What',
    },
    codes: { match: 11 },
  },
  {
    line: 'match b.csv --map date=Date --map description=Text --map amount=Amount --date-format MM/DD/YYYY',
    given: LOST,
    files: { 'b.csv': 'Date,Text,Amount\n03/05/2026,COASTAL LINEN CL-1001,-1840.00\n' },
  },
  // Configuration.
  { line: 'auth rotate', env: ELSEWHERE },
  { line: 'dialect unset nothing' },
  {
    line: 'dialect set bank.linkToken /x',
    given: ['profile set dialect {cwd}/d.json'],
    files: { 'd.json': '{"version": 1}' },
  },
  { line: 'payable list', given: ['profile set dialect /none.json'] },
  { line: 'payable list -P nobody' },
  {
    line: 'payable list --query id',
    given: ['auth logout', `profile set tokenCommand '["false"]'`],
    fills: { '<json>': '["true"]' },
  },
  { line: 'payable list --retries 0', env: ELSEWHERE },
  // Codes that are explained.
  { line: 'explain 10' },
  { line: 'explain internal' },
  {
    line: 'explain invitation_expired',
    given: ['invite send ap@linen.test'],
    fills: { '<invitation>': '{invitation}' },
  },
  { line: 'explain funding_source_not_verified', codes: { 'bank verify': 7 } },
  { line: 'explain integration_already_connected' },
  {
    line: 'explain sync_in_progress',
    fills: { '<integration>': 'ai_none' },
    codes: { 'sync-status': 6 },
  },
  {
    line: 'sandbox start -P live',
    given: ['profile set baseUrl https://api.example.com -P live'],
  },
  {
    line: 'payable list',
    given: ['profile set dialect {cwd}/d.json'],
    files: { 'd.json': '{"version": 1, "names": {"nothing": 5}}' },
  },
];
