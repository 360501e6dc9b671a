import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/storage/open-database.ts';
import { node, program, type Ran, remit } from '../helpers/built-program.ts';
import { built, builtJson, type Place } from './run-programs.ts';
import { type Asked, openAsked, PAY } from './stub-payment-service.ts';

let service: Asked;
beforeEach(async () => {
  service = await openAsked();
});
afterEach(() => service.close());

const state = (name = '') => join(service.env['REMIT_HOME'] ?? '', 'state', name);
const config = (name = '') => join(service.env['REMIT_HOME'] ?? '', 'config', name);
const failureIn = (err: string) => JSON.parse(err).error;
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The words of `PAY`, where a shell is to run them. */
const REMIT_PAY = `remit ${PAY}`;

/** A line of a shell, in which `remit` is the program. */
async function shell(line: string): Promise<Ran> {
  const remit = `remit() { "${node}" "${program}" "$@"; }`;
  const { exitCode, stdout, stderr } = await execa('bash', ['--norc', '-c', `${remit}; ${line}`], {
    env: { PATH: process.env['PATH'] ?? '', ...service.env },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  });
  return { code: exitCode, out: stdout, err: stderr };
}

describe('a home directory', () => {
  const without = ({ REMIT_HOME: _, ...env }: Place['env'], more: Place['env']): Place => ({
    env: { ...env, ...more },
  });

  test.for<[what: string, more: Place['env'], says: RegExp]>([
    ['that nobody named, as under cron', {}, /REMIT_HOME/],
    ['that is not there', { HOME: '/sys/none' }, /\/sys\/none/],
    ['where a file is in the way', { HOME: '/dev/null' }, /\/dev\/null/],
  ])('%s: reading works, and nothing is sent', async ([, more, says]) => {
    const place = without(service.env, more);
    expect((await built(place, 'payable get pay_1')).code).toBe(0);
    const { code, out, err } = await built(place, PAY);
    expect([code, out]).toEqual([3, '']);
    expect(failureIn(err)).toMatchObject({ outcome: 'not-sent', retryable: false });
    expect(err).toMatch(says);
    expect(service.writes).toEqual([]);
  });

  test('is private, whatever the umask', async () => {
    const made = await shell(`umask 000; ${REMIT_PAY}; remit profile set timeout 9 -P x`);
    expect(made.code).toBe(0);
    expect([modeOf(state()), modeOf(config())]).toEqual([0o700, 0o700]);
    expect([modeOf(state('journal.db')), modeOf(config('config.json'))]).toEqual([0o600, 0o600]);
    chmodSync(state('journal.db'), 0o644);
    await built(service, 'journal list');
    expect(modeOf(state('journal.db'))).toBe(0o600);
  });

  test('is not left through a symbolic link', async () => {
    const target = join(service.folder, 'target');
    writeFileSync(target, '');
    for (const path of [state('journal.db'), config('config.json')]) {
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(target, path);
    }
    expect((await built(service, PAY)).code).toBe(3);
    expect((await built(service, 'profile set timeout 9 -P x')).code).toBe(3);
    expect(readFileSync(target, 'utf8')).toBe('');
    expect(service.writes).toEqual([]);
  });
});

test('a deleted working directory is no problem', async () => {
  const gone = join(service.folder, 'gone');
  mkdirSync(gone);
  const ran = await shell(`cd ${gone}; rmdir ${gone}; ${REMIT_PAY}`);
  expect([ran.code, ran.err]).toEqual([0, '']);
  mkdirSync(gone);
  const file = await shell(`cd ${gone}; rmdir ${gone}; remit pay bulk --file rows.csv --yes`);
  expect([file.code, file.err]).toEqual([2, expect.stringContaining('rows.csv')]);
});

describe('a damaged journal', () => {
  const change = async (statement: string) => {
    const store = await openStore(state('journal.db'));
    await sql.raw(statement).execute(store.db);
    await sql.raw('pragma wal_checkpoint(truncate)').execute(store.db);
    await store.close();
  };

  test.for<[what: string, damage: () => void | Promise<void>, says: RegExp]>([
    ['is cut', () => truncateSync(state('journal.db'), 4096 * 3), /damaged|malformed/],
    [
      'is garbage',
      () => writeFileSync(state('journal.db'), 'dear diary\n'.repeat(900)),
      /not a database/,
    ],
    ['is of another version', () => change('pragma user_version = 99'), /schema has version 99/],
    ['lost its lock', () => change('drop index intents_lock'), /missing/],
    [
      'is the database of another program',
      async () => {
        rmSync(state(), { recursive: true });
        await change('create table songs (title text)');
      },
      /not a journal/,
    ],
  ])(
    'that %s stops everything that moves money, and is left unchanged',
    async ([, damage, says]) => {
      await built(service, PAY);
      await change('pragma user_version');
      await damage();
      const found = readFileSync(state('journal.db'));
      for (const line of [PAY, PAY.replace('pay_1', 'pay_2'), 'journal list --json']) {
        const { code, out, err } = await built(service, line);
        expect([code, out]).toEqual([3, '']);
        expect(failureIn(err).message).toMatch(says);
        expect(failureIn(err).message).toContain(state('journal.db'));
      }
      expect(readFileSync(state('journal.db')).equals(found)).toBe(true);
      expect(service.writes).toHaveLength(1);
      expect((await built(service, 'payable get pay_1')).code).toBe(0);
    },
  );
});

describe('a damaged configuration', () => {
  const damages = ['', '{"version": 1, "profi', '[]', 'dear diary', '{"profiles": 7}', '\0\0\0\0'];
  const files = ['config.json', 'credentials.json'];
  const cases = damages.flatMap((text) => files.map((file): [string, string] => [file, text]));

  test.for(cases)(
    '%s that contains %j stops what needs it, and is left unchanged',
    async ([file, text]) => {
      const { REMIT_TOKEN: input = '', REMIT_BASE_URL: _, ...env } = service.env;
      const asUsual = { env };
      const login = ['auth', 'login', '--with-token', '--base-url', service.baseUrl];
      expect((await remit(login, { env, input })).code).toBe(0);
      writeFileSync(config(file), text);
      // That is no token, and no damage either.
      const isSignedOut = file === 'credentials.json' && text === '{"profiles": 7}';
      const { code, out, err } = await built(asUsual, PAY);
      expect([code, out]).toEqual([isSignedOut ? 4 : 3, '']);
      if (!isSignedOut) expect(failureIn(err).message).toContain(config(file));
      expect(err).not.toContain(input);
      expect(readFileSync(config(file), 'utf8')).toBe(text);
      expect(service.writes).toEqual([]);
    },
  );
});

describe('a reader of the output', () => {
  test('that stops early causes no error', async () => {
    for (const format of ['', '--json', '--csv', '-o ndjson']) {
      const line = `remit payable list ${format} | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
      expect([format, await shell(line)]).toEqual([format, { code: 0, out: '0', err: '' }]);
    }
  });

  test('that cannot write is an error, and the payment is in the journal', async () => {
    expect((await shell('remit payable list >/dev/full')).code).toBe(13);
    const paid = await shell(`${REMIT_PAY} >/dev/full`);
    expect(paid.code).toBe(13);
    expect(failureIn(paid.err)).toMatchObject({ code: 'unwritten', retryable: false });
    expect(await builtJson(service, 'journal list')).toMatchObject([{ outcome: 'applied' }]);
    expect((await built(service, PAY)).code).toBe(14);
    expect(service.writes).toHaveLength(1);
  });

  test('that closed stderr does not stop a payment', async () => {
    expect((await shell(`${REMIT_PAY} 2>&-`)).code).toBe(0);
    expect((await shell(`${REMIT_PAY} 2>/dev/full`)).code).toBe(14);
  });

  test('notices that cannot be written do not stop a payment', async () => {
    expect((await shell(`${REMIT_PAY} --verbose 2>/dev/full`)).code).toBe(0);
    expect(await builtJson(service, 'journal list')).toMatchObject([{ outcome: 'applied' }]);
  });
});
