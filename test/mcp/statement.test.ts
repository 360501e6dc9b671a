import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { advance, bankOf, csvOf, ofxOf, pay } from '../match/month.ts';
import { talkTo } from './test-client.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const fileOf = (filename: string, text: string) => ({
  filename,
  contentBase64: Buffer.from(text).toString('base64'),
});
const lines = [
  { date: '2026-03-05', amount: '-40.00', text: 'ACH CL-7001' },
  { date: '2026-03-06', amount: '-5.00', text: 'FEE' },
];

test('a statement is matched by a server that only reads', async () => {
  const { payment } = await pay(service, 'CL-7001', '40.00');
  await advance(service, 5);
  const { tool, end } = await talkTo(service, 'mcp serve --tools all');
  const ofx = ofxOf(lines, await bankOf(service), 2);
  const { isError, record } = await tool('match_statement', fileOf('march.ofx', ofx));
  expect(isError).toBe(false);
  expect(record).toMatchObject({
    rows: [
      { status: 'matched', amount: -40, paymentId: payment },
      { status: 'unrecorded', amount: -5 },
    ],
    proved: [],
  });
  const other = { ...fileOf('march.ofx', ofx), business: service.payee };
  expect((await tool('match_statement', other)).record.error).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('not a linked bank account of this business'),
  });
  await end();
});

test('the columns of a CSV file are given with it, and the profile remembers none', async () => {
  const { tool, end } = await talkTo(service, 'mcp serve --tools all');
  const file = fileOf('march.csv', csvOf(lines));
  const map = ['date=Date', 'amount=Amount', 'description=Text'];
  const { record } = await tool('match_statement', { ...file, map, dateFormat: 'MM/DD/YYYY' });
  expect(record.rows).toHaveLength(2);
  expect(await service.json('profile show')).not.toHaveProperty('match.csv');
  const { record: unknown } = await tool('match_statement', file);
  expect(unknown.error).toMatchObject({ exitCode: 2, outcome: 'not-sent' });
  await end();
});

test.for([
  [{}, 'filename'],
  [{ filename: 'a.csv' }, 'contentBase64'],
  [{ ...fileOf('a.csv', 'x'), color: 'red' }, 'color'],
  [{ ...fileOf('a.csv', 'x'), window: 1.5 }, 'window'],
  [{ ...fileOf('a.csv', 'x'), map: 'date=Date' }, 'map'],
  [{ ...fileOf('a.csv', 'x'), window: 50 }, 'window'],
  [{ ...fileOf('a.csv', 'x'), map: ['day=Date'] }, 'map'],
] as const)('an argument that does not fit is refused by its name: %#', async ([given, field]) => {
  const { tool, end } = await talkTo(service, 'mcp serve --tools all');
  const { isError, record } = await tool('match_statement', given);
  expect([isError, record.error.exitCode]).toEqual([true, 2]);
  expect(record.error.fields[0]).toMatchObject({ field });
  await end();
});
