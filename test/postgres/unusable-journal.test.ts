import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { built } from '../safety/run-programs.ts';
import { type Asked, openAsked, PAY } from '../safety/stub-payment-service.ts';
import { named, type Server, serverPrograms, startServer } from './server.ts';

describe.skipIf(serverPrograms() === undefined)(named('a database that cannot be used'), () => {
  let server: Server;
  let service: Asked;
  beforeAll(async () => {
    server = await startServer();
    const client = new pg.Client(server.address);
    await client.connect();
    await client.query("alter user remit password 'right'; create role guest login");
    await client.end();
    requirePasswords(server);
    await server.stop();
    await server.start();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    service = await openAsked();
  });
  afterEach(() => service.close());

  const pay = async (env: Record<string, string>) => {
    const { code, err } = await built({ env: { ...service.env, ...env } }, PAY);
    return { code, error: JSON.parse(err || '{}').error, writes: service.writes.length };
  };

  type Case = [
    what: string,
    env: (server: Server) => Record<string, string>,
    says: RegExp,
    next: RegExp,
  ];
  test.for<Case>([
    [
      'a wrong password',
      ({ address }) => ({ REMIT_JOURNAL_DATABASE: address, PGPASSWORD: 'wrong' }),
      /the password is wrong/,
      /^correct PGPASSWORD, or the line of this server in ~\/\.pgpass$/,
    ],
    [
      'no password',
      ({ address }) => ({ REMIT_JOURNAL_DATABASE: address }),
      /password/,
      /^correct PGPASSWORD/,
    ],
    [
      'a database that does not exist',
      ({ address }) => ({
        REMIT_JOURNAL_DATABASE: address.replace('/postgres?', '/elsewhere?'),
        PGPASSWORD: 'right',
      }),
      /the database does not exist/,
      /^correct its name, or restore it/,
    ],
    [
      'a user that the server does not admit',
      ({ address }) => ({ REMIT_JOURNAL_DATABASE: address.replace('remit@', 'guest@') }),
      /does not admit this user/,
      /^correct the user/,
    ],
    [
      'a server that is down',
      () => ({ REMIT_JOURNAL_DATABASE: 'postgres://remit@127.0.0.1:1/postgres' }),
      /ECONNREFUSED/,
      /^start the database, or repair the connection to it/,
    ],
  ])(
    '%s is named, nothing is sent, and no other journal is suggested',
    async ([, env, says, next]) => {
      const { code, error, writes } = await pay(env(server));
      expect([code, writes]).toEqual([3, 0]);
      expect(error).toMatchObject({ code: 'journal_unusable', outcome: 'not-sent' });
      expect(error.message).toMatch(says);
      expect(error.next).toEqual([expect.stringMatching(next)]);
      expect(JSON.stringify(error)).not.toMatch(/REMIT_HOME|XDG_STATE_HOME/);
    },
  );

  test('the right password pays', async () => {
    const env = { REMIT_JOURNAL_DATABASE: server.address, PGPASSWORD: 'right' };
    expect(await pay(env)).toMatchObject({ code: 0, writes: 1 });
  });
});

/** Makes a server ask for passwords, and refuse the user `guest`. */
function requirePasswords({ address }: Server): void {
  const file = join(new URL(address).searchParams.get('host') ?? '', 'data', 'pg_hba.conf');
  const rules = readFileSync(file, 'utf8').replaceAll(/\btrust$/gm, 'scram-sha-256');
  writeFileSync(file, `local all guest reject\nlocal all all scram-sha-256\n`);
  appendFileSync(file, rules);
}
