import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { openAsked, PAY } from '../safety/stub-payment-service.ts';
import { named, type Server, serverPrograms, startServer } from './server.ts';

describe.skipIf(serverPrograms() === undefined)(named('a schema among other roles'), () => {
  let server: Server;
  let admin: pg.Client;
  beforeAll(async () => {
    server = await startServer();
    admin = new pg.Client({ connectionString: server.address });
    await admin.connect();
    await admin.query(`create role pay login; create role eve login; create role clerks;
      grant create on database postgres to pay, eve`);
  });
  afterAll(async () => {
    await admin?.end();
    await server?.close();
  });

  /** Connects to the server as a role. */
  async function as(role: string): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: server.address.replace('remit@', `${role}@`),
      application_name: 'psql',
    });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  /** A host that pays as the role `pay`, with a journal in a schema. */
  async function givenHost(schema: string, role = 'pay') {
    const asked = await openAsked();
    onTestFinished(asked.close);
    const database = server.schema(schema).replace('remit@', `${role}@`);
    const env = { ...asked.env, REMIT_JOURNAL_DATABASE: database };
    return { asked, run: (line: string) => remit(line, { env }) };
  }

  test('a schema that another role made first is not used, and nothing is sent', async () => {
    const eve = await as('eve');
    await eve.query('create schema first; grant all on schema first to pay');
    for (const role of ['pay', 'remit']) {
      const { asked, run } = await givenHost('first', role);
      const { code, err } = await run(PAY);
      expect([code, asked.writes]).toEqual([3, []]);
      expect(err).toContain(`its schema first belongs to the role eve, not to ${role}`);
      expect(err).toContain(`alter schema first owner to ${role}`);
      expect(err).not.toContain('REMIT_HOME');
    }
    const { rows } = await eve.query("select 1 from pg_tables where schemaname = 'first'");
    expect(rows).toEqual([]);
  });

  test('rights of others to write are found at each opening, those to read are allowed', async () => {
    const { asked, run } = await givenHost('shared');
    expect((await run('journal list')).code).toBe(0);
    const owner = await as('pay');
    await owner.query('grant usage on schema shared to eve');
    await owner.query('grant select on all tables in schema shared to eve');
    expect((await run('journal list')).code).toBe(0);
    for (const [right, named] of [
      ['create on schema shared', 'CREATE on schema shared to eve'],
      ['insert on shared.verdicts', 'INSERT on table verdicts to eve'],
      ['trigger on shared.intents', 'TRIGGER on table intents to eve'],
      ['update (in_doubt) on shared.intents', 'UPDATE on column intents.in_doubt to eve'],
      ['usage on sequence shared.runs_rowid_seq', 'USAGE on sequence runs_rowid_seq to eve'],
    ]) {
      await owner.query(`grant ${right} to eve`);
      const { code, err } = await run(PAY);
      expect([right, code, asked.writes]).toEqual([right, 3, []]);
      expect(err).toContain(`other roles can write to its schema shared: ${named}`);
      await owner.query(`revoke ${right} from eve`);
    }
    await owner.query('grant create on schema shared to public');
    expect((await run(PAY)).err).toContain('CREATE on schema shared to everyone');
    await owner.query('revoke create on schema shared from public');
    expect((await run(PAY)).code).toBe(0);
  });

  test('tables and functions of another role are not used', async () => {
    const { asked, run } = await givenHost('mixed');
    expect((await run('journal list')).code).toBe(0);
    for (const [kind, thing] of [
      ['table', 'table outcomes'],
      ['function', 'function json_extract(text, text)'],
    ] as const) {
      await admin.query(`alter ${thing.replace(' ', ' mixed.')} owner to eve`);
      const { code, err } = await run(PAY);
      expect([kind, code, asked.writes]).toEqual([kind, 3, []]);
      expect(err).toMatch(/there is what belongs to other roles: \S+ \w+ of eve/);
      await admin.query(`alter ${thing.replace(' ', ' mixed.')} owner to pay`);
    }
  });

  test('hosts with a role each share a schema of a role that both are members of', async () => {
    await admin.query(`create role one login in role clerks; create role two login in role clerks;
      create schema team authorization clerks`);
    const [one, two] = [await givenHost('team', 'one'), await givenHost('team', 'two')];
    expect((await one.run(PAY)).code).toBe(0);
    await admin.query(
      'grant select, insert, update, delete on all tables in schema team to clerks',
    );
    expect((await two.run(PAY)).code).toBe(14);
  });

  test('another role cannot stop payments with the lock of a name that it knows', async () => {
    const { run } = await givenHost('known');
    expect((await run('journal list')).code).toBe(0);
    const eve = await as('eve');
    // The key as it was derived from the name of the schema.
    const { createHash } = await import('node:crypto');
    const key = createHash('sha256').update('remit known').digest().readBigInt64BE();
    await eve.query(`select pg_advisory_lock(${key})`);
    expect((await run(PAY)).code).toBe(0);
  });

  test('whoever holds the lock is named, and no hint leads to another journal', async () => {
    const { asked, run } = await givenHost('held');
    expect((await run('journal list')).code).toBe(0);
    const { rows } = await admin.query('select id from held.identity');
    const { lockKey } = await import('../../src/storage/postgres/open.ts');
    const eve = await as('eve');
    await eve.query(`select pg_advisory_lock(${lockKey(rows[0].id)})`);
    const { code, err } = await run(PAY);
    expect([code, asked.writes]).toEqual([3, []]);
    expect(err).toContain('another connection holds its lock: role eve, application psql');
    expect(err).toMatch(/select pg_terminate_backend\(\d+\)/);
    expect(err).not.toContain('REMIT_HOME');
  });
});
