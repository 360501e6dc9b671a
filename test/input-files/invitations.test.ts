import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

interface Row {
  readonly row: number;
  readonly status: string;
  readonly email: string;
  readonly id: string | null;
  readonly error: string | null;
}

const send = async (line = '') => {
  const { code, out, err } = await service.remit(`invite send --file who.csv --json ${line}`);
  return { code, rows: out === '' ? [] : (JSON.parse(out) as Row[]), err };
};
const invitations = () =>
  service.json<{ email: string; aliasName: string }[]>('invite list --status pending');

test('everyone in the file is invited, with the label of the row', async () => {
  await service.file('who.csv', 'email,displayName\na@one.test,One\nb@two.test,\n');
  const { code, rows } = await send();
  expect(code).toBe(0);
  expect(rows).toMatchObject([
    { row: 2, status: 'created', email: 'a@one.test', error: null },
    { row: 3, status: 'created', email: 'b@two.test', error: null },
  ]);
  expect((await invitations()).find(({ email }) => email === 'a@one.test')?.aliasName).toBe('One');
});

test('on a second run, already invited addresses are skipped, ignoring case', async () => {
  await service.file('who.csv', 'email\na@one.test\n');
  const [first] = (await send()).rows;
  await service.file('who.csv', 'email\nA@One.test\nc@three.test\n');
  const { code, rows } = await send();
  expect(code).toBe(0);
  expect(rows.map(({ status }) => status)).toEqual(['skipped', 'created']);
  expect(rows[0]?.id).toBe(first?.id);
  expect(await invitations()).toHaveLength(2);
});

test('all problems of a file are reported at once, and nothing is sent', async () => {
  await service.file('who.csv', 'email,displayName\nnobody,x\na@one.test,\nA@ONE.test,\n,x\n');
  const { code, err } = await send();
  expect(code).toBe(2);
  const { fields, message } = JSON.parse(err).error;
  expect(fields.map(({ row }: { row: number }) => row)).toEqual([2, 4, 5]);
  expect(message.split('\n').slice(1)).toEqual([
    "who.csv:2: email: must be an email address, not 'nobody'",
    'who.csv:4: email: A@ONE.test is a duplicate of row 3',
    'who.csv:5: email: is missing',
  ]);
  expect(await invitations()).toEqual([]);
});

test('continues after a refusal, stops after an unknown outcome', async () => {
  await service.file('who.csv', 'email\na@one.test\nb@two.test\n');
  await service.json('sandbox fault add --http-status 422 --times 1 --operation invite.send');
  const refused = await send();
  expect([refused.code, refused.rows.map(({ status }) => status)]).toEqual([
    11,
    ['refused', 'created'],
  ]);
  await service.file('who.csv', 'email\nd@four.test\ne@five.test\n');
  await service.json('sandbox fault add --drop after --times 1 --operation invite.send');
  const doubtful = await send();
  expect([doubtful.code, doubtful.rows.map(({ status }) => status)]).toEqual([
    10,
    ['unknown', 'skipped'],
  ]);
  // The first of them was sent after all: the list shows it, and sending the file again finishes it.
  const again = await send();
  expect([again.code, again.rows.map(({ status }) => status)]).toEqual([0, ['skipped', 'created']]);
});

test('a dry run shows every request, and an idempotency key is refused for several', async () => {
  await service.file('who.csv', 'email\na@one.test\nb@two.test\n');
  const { out } = await service.remit('invite send --file who.csv --dry-run');
  expect(JSON.parse(out)).toHaveLength(2);
  expect(await invitations()).toEqual([]);
  expect((await send('--idempotency-key k')).code).toBe(2);
  expect((await service.remit('invite send a@b.test --file who.csv')).code).toBe(2);
  expect((await service.remit('invite send')).code).toBe(2);
});
