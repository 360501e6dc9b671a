import { expect, test } from 'vitest';
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
