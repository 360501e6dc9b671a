import { expect, test } from 'vitest';
import type { AnyCommand } from '../../src/cli/command.ts';
import type { Flag } from '../../src/cli/flags/flag.ts';
import { globals } from '../../src/cli/flags/global-flags.ts';
import { locate } from '../../src/commands/find-command.ts';
import { tree } from '../../src/commands/tree.ts';
import { commandSynonyms } from '../../src/commands/unknown-command.ts';
import { remit } from '../helpers/run-command.ts';

test.for([
  ['payble list', "'remit payble' is not a command", 'next: remit payable list'],
  ['payable lst', "'remit payable lst' is not a command", 'next: remit payable list'],
  ['payable lsit --status PAID', 'is not a command', 'next: remit payable list'],
  ['pay initate pay_1', 'is not a command', 'next: remit pay initiate'],
  ['teapot', "'remit teapot' is not a command", 'next: remit --help'],
  ['payable list --staus PAID', "Unknown option '--staus'", 'Did you mean --status?'],
  ['payable list --status PAYED', "not 'PAYED'", '(did you mean PAID?)'],
  ['payable list --status aproved', "not 'aproved'", '(did you mean APPROVED?)'],
  ['bank connect-manual --type chekcing', "not 'chekcing'", '(did you mean checking?)'],
  ['payable get', '<payable> is required', 'next: remit payable get --help'],
] as const)('%s: suggests the intended word', async ([line, ...said]) => {
  const { code, err, out } = await remit(line);
  expect([code, out]).toEqual([2, '']);
  for (const it of said) expect(err).toContain(it);
});

test.for([
  ['invoices', 'Invoices are payables', 'next: remit payable list --direction sent'],
  [
    'bills --overdue',
    'A bill is a payable that a vendor sent you',
    'next: remit invite send <email>',
  ],
  ['vendors', 'Vendors and customers are connections', 'next: remit connection list'],
  ['approve CL-1001', 'is not a command', 'next: remit payable approve <payable>'],
  ['schedule CL-1001', 'scheduled by the date', 'next: remit pay initiate <payable> --on <date>'],
  ['refund pmt_1', 'has no refunds', 'next: remit pay cancel <payment>'],
  ['balance', 'is not a command', 'next: remit business balance'],
  ['payable pay CL-1001', 'is not a command', 'next: remit pay initiate <payable>'],
  ['link pay-me configure', 'is not a command', 'next: remit link pay-me enable'],
  ['sandbox tick', 'is not a command', 'next: remit sandbox clock advance'],
  ['payable list --vendor Coastal', "'--vendor'. Use --payee <name>.", ''],
  ['pay initiate CL-1001 --date 2026-03-04', "'--date'. Use --on <date>.", ''],
  ['pay initiate CL-1001 --bank-account fs_1', "'--bank-account'. Use --bank <bank>.", ''],
  ['business withdraw --bank-account fs_1', "'--bank-account'. Use --bank <bank>.", ''],
  ['pay initiate CL-1001 --from fs_1', "'--from'. Use --bank <bank>.", ''],
  ['business withdraw --amount 5 --to fs_1', "'--to'. Use --bank <bank>.", ''],
  ['run plan --withdraw all --to fs_1', "'--to'. Use --bank <bank>.", ''],
  ['forecast --from fs_1', "'--from'. Use --bank <bank>.", ''],
  ['payable list --due-by eom', "'--due-by'. Use --due-to <date>.", ''],
  ['payable list --due-by eom', "'--due-by'. Use --due-to <date>.", ''],
  ['bank connect --account a_1', "'--account'. Use --provider-account <id>.", ''],
  ['payable list --account 429', 'Use --accounting-account <account>.', ''],
  ['payable list --output json', "'--output'. Use -o, --format <format>.", ''],
  ['api POST /api/x --input x.json', "'--input'. Use --file <file|->.", ''],
  ['sandbox stop --data folder', "'--data'. Use --dir <dir>.", ''],
  ['pay quick conn_1 --note March', "'--note'. Use --memo <text>.", ''],
  ['invite send a@b.test --display-name A', 'Use --alias <name>.', ''],
  ['connection statement conn_1 --open', "'--open'. Use --unpaid.", ''],
  ['accounting connect --open', "'--open'. Use --browser.", ''],
  ['bank link --no-open', "'--no-open'. Use --no-browser.", ''],
  ['sandbox open --print', "'--print'. Use --no-browser.", ''],
  ['sandbox events --type payment.failed', "'--type'. Use --event <type,type>.", ''],
  ['sandbox fault add --status 503', "'--status'. Use --http-status <status>.", ''],
  ['link send CL-1001 --to a@b.test', "'--to'. Use --email <email>.", ''],
  ['sandbox start --token-ttl 60', "'--token-ttl'. Use --ttl <s>.", ''],
  ['payable list --of biz_1', "'--of'. Use -b, --business <id>.", ''],
  ['bank verify --account fs_1', "'--account'. Give it as an argument: <bank>.", ''],
  ['payable approve --invoice=CL-1', "'--invoice'. Give it as an argument: [payable...].", ''],
  ['payable list --csv-out a.csv', "'--csv-out'. Use --out <file|->.", ''],
] as const)('%s: a common word is answered by its meaning', async ([line, ...said]) => {
  const { code, err, out } = await remit(line);
  expect([code, out]).toEqual([2, '']);
  for (const it of said) expect(err).toContain(it);
  expect(err).not.toContain('Did you mean');
  expect(err.split('\n').filter((it) => it.length > 80)).toEqual([]);
});

test('every command that a common word leads to is one, with the flags that it is given', async () => {
  for (const next of Object.values(commandSynonyms).flatMap((it) => it.next)) {
    const match = await locate(next.split(' ').slice(1), tree);
    const flags = match.kind === 'command' ? namesOf(match.command) : [];
    const named = next.split(' ').filter((it) => it.startsWith('--'));
    expect([next, match.kind, named.filter((it) => !flags.includes(it))]).toEqual([
      next,
      'command',
      [],
    ]);
  }
});

test('no common word hides a command', async () => {
  for (const word of Object.keys(commandSynonyms)) {
    expect([word, (await locate(word.split(' '), tree)).kind]).not.toEqual([word, 'command']);
  }
});

const namesOf = ({ flags = {} }: AnyCommand): readonly string[] =>
  Object.values<Flag>({ ...globals, ...flags }).flatMap(({ syntax }) => syntax.split(/[ ,]+/));

test('an id that starts like a flag: shows how to pass it', async () => {
  const { code, err } = await remit('link get -4JoAdlLPRO');
  expect([code, err]).toEqual([
    2,
    "remit: Unknown option '-4JoAdlLPRO'\n  next: remit link get -- <payable>\n  next: remit link get --help\n",
  ]);
  expect((await remit('whoami -4JoAdlLPRO')).err).not.toContain(' -- ');
});

test('a word that resembles nothing gets no suggestion', async () => {
  const { err } = await remit('payable list --status teapot');
  expect(err).not.toContain('did you mean');
});

test('the value of a flag is never repeated', async () => {
  const { err } = await remit('payble create --memo private');
  expect(err).toContain('next: remit payable create\n');
  expect(err).not.toContain('private');
});

test.for([
  'payable list --tokn=sk_live_abc',
  'payable list --password=sk_live_abc',
  'payable list --vendor=sk_live_abc',
  "payable get pay_1 --secret='it’s\nsk_live_abc'",
] as const)('%s: the value of an unknown flag is not repeated', async (line) => {
  const { code, err, out } = await remit(line);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('Unknown option');
  expect(err).not.toContain('sk_live');
});
