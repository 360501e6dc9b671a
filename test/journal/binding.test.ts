import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
/** The environment of a user with a home directory, where `XDG_STATE_HOME` decides about the journal. */
let env: Readonly<Record<string, string>>;
let home: string;
/** A quick payment, which only the journal knows as a duplicate. */
let pay: string;
beforeEach(async () => {
  service = await startService();
  onTestFinished(() => service.close());
  const [connection] = await service.json<{ id: string }[]>('connection list');
  pay = `pay quick ${connection?.id} --amount 5 --yes`;
  home = join(service.cwd, 'home');
  mkdirSync(join(home, '.config'), { recursive: true, mode: 0o700 });
  cpSync(join(service.home, 'config'), join(home, '.config', 'remit'), { recursive: true });
  env = { REMIT_HOME: '', HOME: home };
});

const elsewhere = () => ({ env: { ...env, XDG_STATE_HOME: join(home, 'elsewhere') } });
const bindings = () =>
  JSON.parse(readFileSync(join(home, '.config/remit/journals.json'), 'utf8')).bindings;

test('the first send binds the profile to its journal; an empty one elsewhere is refused (exit 3)', async () => {
  expect(await service.remit(`${pay} --dry-run`, { env })).toMatchObject({ code: 0 });
  expect(bindings).toThrow('ENOENT');
  expect(await service.remit(pay, { env })).toMatchObject({ code: 0 });
  expect(bindings()).toEqual([
    {
      profile: 'test',
      environment: 'live',
      journal: expect.stringMatching(/^jrn_/),
      place: join(home, '.local/state/remit/journal.db'),
    },
  ]);
  const repeated = await service.remit(pay, elsewhere());
  expect(repeated.code).toBe(3);
  expect(repeated.err).toContain(`Profile 'test' sends with the journal at ${home}/.local/state`);
  expect(repeated.err).toContain('remit journal adopt');
  expect(await service.remit(pay, { env })).toMatchObject({ code: 14 });
});

test('a journal that was deleted is missed, for every profile of its environment', async () => {
  await service.remit(pay, { env });
  rmSync(join(home, '.local/state/remit'), { recursive: true });
  const { code, err } = await service.remit(`${pay} --json`, { env });
  expect([code, JSON.parse(err).error.code]).toEqual([3, 'journal_mismatch']);
  expect(JSON.parse(err).error.message).toContain('was deleted or replaced');

  await service.remit('auth login --with-token -P other', {
    stdin: service.token,
    env: { ...env, REMIT_BASE_URL: service.baseUrl },
  });
  const other = await service.remit(`${pay} -P other -b ${service.payer}`, { env });
  expect(other.code).toBe(3);
  expect(other.err).toContain('was deleted or replaced');
  const none = await service.remit(`${pay} --base-url ${service.baseUrl} -b ${service.payer}`, {
    env: { ...env, REMIT_TOKEN: service.token, REMIT_PROFILE: '', REMIT_BASE_URL: service.baseUrl },
  });
  expect(none.code).toBe(3);
});

test('adopt asks, is an entry of the journal, and lets the profile send', async () => {
  await service.remit(pay, { env });
  const [old] = bindings();
  const refused = await service.remit('journal adopt', {
    ...elsewhere(),
    tty: { stdin: true, stderr: true },
    stdin: 'n\n',
  });
  expect(refused.code).toBe(14);
  expect(refused.err).toContain('It does not know what was sent before');
  expect((await service.remit('journal adopt', elsewhere())).code).toBe(2);
  expect(bindings()).toEqual([old]);

  const adopted = await service.remit('journal adopt --yes --json', elsewhere());
  expect(JSON.parse(adopted.out)).toMatchObject({ profile: 'test', replaces: old.journal });
  expect(await service.remit(pay, elsewhere())).toMatchObject({ code: 0 });
  const verified = await service.remit('journal verify --json', elsewhere());
  expect(JSON.parse(verified.out)).toMatchObject({ entries: 4, findings: [] });
  expect((await service.remit(pay, { env })).code).toBe(3);
  const again = await service.remit('journal adopt --yes', elsewhere());
  expect(again).toMatchObject({ code: 0, out: '' });
  expect(again.err).toContain('sends with this journal already');
});

test('a test environment may use any journal', async () => {
  await service.remit('profile set environment test', { env });
  expect(await service.remit(pay, { env })).toMatchObject({ code: 0 });
  expect(bindings).toThrow('ENOENT');
  const { code, err } = await service.remit('journal adopt --yes', { env });
  expect([code, err]).toEqual([0, expect.stringContaining('which may use any journal')]);
});

test('damaged bindings stop every send, and are not replaced', async () => {
  const file = join(home, '.config/remit/journals.json');
  writeFileSync(file, '{"bindings":[{}]}', { mode: 0o600 });
  const { code, err } = await service.remit(pay, { env });
  expect(code).toBe(3);
  expect(err).toContain("'bindings' is not a list of journals");
  expect(readFileSync(file, 'utf8')).toBe('{"bindings":[{}]}');
  expect(await service.remit('journal list', { env })).toMatchObject({ code: 0 });
});

test('two first sends at once are bound to one journal', async () => {
  const sent = await Promise.all([
    service.remit(pay, { env }),
    service.remit(pay.replace('--amount 5', '--amount 6'), elsewhere()),
  ]);
  expect(sent.map(({ code }) => code).sort()).toEqual([0, 3]);
  expect(bindings()).toHaveLength(1);
});

test('without a place for the bindings nothing is bound, and nothing refused', async () => {
  const bare = {
    ...{ REMIT_HOME: '', HOME: '', XDG_STATE_HOME: join(home, 'bare') },
    ...{ REMIT_TOKEN: service.token, REMIT_BASE_URL: service.baseUrl },
  };
  const line = `${pay} -b ${service.payer}`;
  expect(await service.remit(line, { env: bare })).toMatchObject({ code: 0 });
  expect(await service.remit(line, { env: bare })).toMatchObject({ code: 14 });
});
