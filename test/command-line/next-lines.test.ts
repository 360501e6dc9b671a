import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idsHint, nextLine } from '../../src/cli/next-line.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

describe('a line of what to type next acts in the place of the command before it', () => {
  test.for<readonly [string, string, string]>([
    ['remit run apply r.json', '-P prod', 'remit -P prod run apply r.json'],
    ['remit run apply r.json', '-Pprod', 'remit -P prod run apply r.json'],
    ['remit run apply r.json', '--profile=prod', 'remit -P prod run apply r.json'],
    ['remit run apply r.json', '-yP prod', 'remit -P prod run apply r.json'],
    ['remit run apply r.json', '-qyPprod', 'remit -P prod run apply r.json'],
    ['remit pay cancel pmt_1', '-b biz_1 -P a -P b', 'remit -P b -b biz_1 pay cancel pmt_1'],
    [
      'remit bank list',
      '--base-url http://127.0.0.1:1',
      'remit --base-url http://127.0.0.1:1 bank list',
    ],
    [
      'or, once verified: remit journal resolve int_1',
      '-P p',
      'or, once verified: remit -P p journal resolve int_1',
    ],
    ['remit bank list -b biz_2', '-b biz_1', 'remit bank list -b biz_2'],
    ['remit business get biz_2', '-b biz_1', 'remit business get biz_2'],
    ['remit profile use <name>', '-P p', 'remit profile use <name>'],
    ['remit help csv', '-P p', 'remit help csv'],
    ['run it again', '-P p', 'run it again'],
    ['remit bank list', '-- -P p', 'remit bank list'],
    ['remit bank list', '', 'remit bank list'],
  ])('%s after %s', ([line, flags, expected]) => {
    expect(nextLine(line, ['pay', 'initiate', ...flags.split(' ')])).toBe(expected);
  });

  test('a value is one word of the shell', () => {
    expect(nextLine('remit whoami', ['-P', 'my profile; rm'])).toBe(
      "remit -P 'my profile; rm' whoami",
    );
  });
});

test.each([
  ['payable get x', 'payable'],
  ['pay get x', 'pay'],
  ['pay initiate x', 'payable'],
  ['pay quick x --amount 5', 'connection'],
  ['-b pay bank remove x', 'bank'],
  ['wait payable x', 'payable'],
  ['wait invitation x', 'invite'],
  ['link get x', 'payable'],
])('an id that %s does not find is found by remit %s list', (line, group) => {
  expect(idsHint(line.split(' '))).toEqual([`find the id: remit ${group} list`]);
});

test.each(['payable list --connection x', 'business get x'])(
  '%s has no other list of ids',
  (line) => expect(idsHint(line.split(' '))).toEqual([]),
);

describe('in errors', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  test('as text and as JSON', async () => {
    const line = `payable get pay_none -P test -b ${service.payer}`;
    const { err } = await service.remit(`journal show int_none -P test`);
    expect(err).toContain('  next: remit -P test journal list\n');
    const { err: json } = await service.remit(`journal show int_none -P test --json`);
    expect(JSON.parse(json).error.next).toEqual(['remit -P test journal list']);
    expect((await service.remit(line)).code).toBe(6);
  });
});
