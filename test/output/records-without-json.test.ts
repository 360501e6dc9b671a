import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let intent = '';
beforeAll(async () => {
  service = await startService();
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.json(`pay initiate CL-1001 --connection ${connection?.id} --yes`);
  const [made] = await service.json<{ id: string }[]>('journal list');
  intent = made?.id ?? '';
});
afterAll(() => service.close());

const env = { NO_COLOR: '1' };
const terminal = { tty: { stdin: true, stdout: true, stderr: true }, columns: 80, env };

test.for([
  [
    'journal show <intent>',
    /\nHistory\n +WHEN \(\w+\) +WHAT +DETAILS\n +\S+ \S+ +sending +.*status APPROVED/,
  ],
  ['journal show <intent>', /Confirmed +by --yes\n/],
  ['whoami', /User\n +Email +demo@remit\.test\n(?:.*\n)+ +Role +Owner\n/],
  ['whoami', /Businesses\n +ID +NAME +STATUS\n +biz_\S+ +Acme Hotels LLC +verified/],
  ['connection list', /CONNECTED BUSINESS NAME/],
] as const)('%s is read by a person, within 80 columns', async ([line, said]) => {
  const { code, out } = await service.remit(line.replace('<intent>', intent), terminal);
  expect([code, out]).toEqual([0, expect.stringMatching(said)]);
  expect(out).not.toMatch(/[{}[\]]|":/);
  for (const row of out.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
});

test('a request with an unknown outcome says what to do next, one that ended does not', async () => {
  expect((await service.remit(`journal show ${intent}`, terminal)).out).not.toContain('Next');
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.json('sandbox fault add --operation pay.quickPay --drop after');
  await service.remit(`pay quick ${connection?.id} --amount 5 --yes`);
  const [lost] = await service.json<{ id: string }[]>('journal list --unresolved');
  const { out } = await service.remit(`journal show ${lost?.id}`, terminal);
  expect(out).toContain(`Next\n  remit journal reconcile ${lost?.id}\n`);
});

test('the outbox has the newest emails first, ten at a time', async () => {
  const { payee } = service;
  const [connection] = await service.json<{ id: string }[]>('connection list');
  for (let at = 1; at <= 11; at++) {
    const create = `payable create --connection ${connection?.id} --amount ${at} -b ${payee}`;
    await service.json(`${create} --invoice-number N-${at} --submit`);
  }
  const subjects = async (flags: string) =>
    (await service.json<{ subject: string }[]>(`sandbox outbox ${flags}`)).map(
      ({ subject }) => subject,
    );
  const newest = await subjects('');
  expect(newest).toHaveLength(10);
  expect(newest[0]).toContain('N-11');
  expect(newest[9]).toContain('N-2');
  expect(await subjects('--limit 11 --kind payable_submitted')).toHaveLength(11);
  expect((await service.remit('sandbox outbox --limit none')).code).toBe(2);
});

test('the table is suggested once, to a person who pipes rows and chose no format', async () => {
  const piped = { tty: { stderr: true }, env };
  const suggestion = 'In a pipe, rows have no header: -o table';
  for (const line of ['bank list --csv', 'bank list -o tsv', 'bank list --json', 'help']) {
    expect((await service.remit(line, piped)).err).not.toContain(suggestion);
  }
  expect((await service.remit('bank list')).err).not.toContain(suggestion);
  expect((await service.remit('bank list', piped)).err).toContain(suggestion);
  expect((await service.remit('bank list', piped)).err).not.toContain(suggestion);
});
