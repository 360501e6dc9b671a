import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TrustedFile } from '../../src/config/machine-policy.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

// The owner of the file takes the place of root. test/two-people does this with the accounts of a machine.

let service: Service;
let machine: TrustedFile;
/** The journal's directory. */
let place: string;
beforeEach(async () => {
  service = await startService();
  place = join(service.home, 'state');
  mkdirSync(place, { mode: 0o700 });
  machine = writeMachinePolicy({}, place);
});
afterEach(() => service.close());

const run = (line: string, typed: TestInput = {}) =>
  service.remit(line, { machinePolicyFile: machine, ...typed });
const policy = () => readFile(machine.file, 'utf8');
const install = (text: string) => writeFileSync(machine.file, text);
/** At a terminal, with an answer. */
const answering = (stdin: string, more: TestInput = {}) =>
  run('journal adopt', { tty: { stdin: true, stderr: true }, stdin, ...more });

/** Returns the id of the journal, which is created if there is none. */
async function journalId(): Promise<string> {
  const journal = await openJournal(place, { pid: process.pid, isAlive: () => true });
  await journal.close();
  return journal.id;
}

describe('root adopts the journal of the machine', () => {
  test('writes its id into the policy, and changes nothing else in it', async () => {
    const written = `{ "maxPerPayment" : "100.00",\n\t"allowedPayees": ["journal", "id"],
  "journal": {\r\n    "place": ${JSON.stringify(place)}
  },\n\n  "approvals": {"required": 1, "signers": "/etc/\\u0072emit"} }`;
    install(written);
    chmodSync(machine.file, 0o640);
    expect((await run('policy check')).err).toContain('As root, run remit journal adopt.');
    const { code, out, err } = await run('journal adopt --yes --json');
    expect([code, err]).toEqual([0, '']);
    const id = await journalId();
    expect(JSON.parse(out)).toEqual({
      ...{ profile: null, environment: 'live', journal: id, place: join(place, 'journal.db') },
      ...{ replaces: null, policy: machine.file },
    });
    const beside = `${JSON.stringify(place)},\r\n    "id": "${id}"\n  },`;
    expect(await policy()).toBe(written.replace(`${JSON.stringify(place)}\n  },`, beside));
    expect(statSync(machine.file).mode & 0o7777).toBe(0o640);
    expect(readdirSync(dirname(machine.file))).toEqual(['policy.json']);
    expect((await run('policy check')).err).not.toContain('does not say which');
    const verified = JSON.parse((await run('journal verify --json')).out);
    expect(verified).toMatchObject({ entries: 2, findings: [] });
  });

  test('asks before, and says what it changed', async () => {
    const before = await policy();
    const refused = await answering('n\n');
    expect(refused.code).toBe(14);
    expect(refused.err).toContain('journal.id is not set');
    expect(refused.err).toContain('1 entry, so it is new');
    expect((await run('journal adopt')).code).toBe(2);
    expect(await policy()).toBe(before);
    const { code, err } = await answering('y\n');
    expect([code, err]).toEqual([0, expect.stringContaining('Nothing else in it was changed.')]);
    expect((await run('journal adopt --yes')).err).toContain('names this journal already');
  });

  test('replaces the id of a journal that is lost, which nothing else does', async () => {
    await run('journal adopt --yes');
    const lost = await journalId();
    rmSync(place, { recursive: true });
    mkdirSync(place, { mode: 0o700 });
    const id = await journalId();
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const pay = `pay quick ${connection?.id} --amount 5 --yes`;
    const stopped = await run(pay);
    expect([stopped.code, stopped.err]).toEqual([
      3,
      expect.stringContaining('remit journal adopt'),
    ]);
    const adopted = await run('journal adopt --yes --json');
    expect(JSON.parse(adopted.out)).toMatchObject({ journal: id, replaces: lost });
    expect(JSON.parse(await policy())).toEqual({ journal: { place, id } });
    expect((await run(pay)).code).toBe(0);
  });

  test.each([
    ['the name is written with an escape', () => `{"\\u006aournal":{"place":"${place}"}}`],
    [
      'the journal is a member of another one, too',
      () => `{"approvals":{"signers":"/x"},"\\u006aournal":{"\\u0070lace":"${place}"}}`,
    ],
  ])('leaves the policy as it is if %s and it is not sure what to write', async (_, written) => {
    install(written());
    const { code, err } = await run('journal adopt --yes');
    const now = JSON.parse(await policy());
    if (code === 0) expect(now).toEqual({ journal: { place, id: await journalId() } });
    else {
      expect([code, await policy()]).toEqual([3, written()]);
      expect(err).toContain(`as root, add "id": "${await journalId()}"`);
    }
    expect(readdirSync(dirname(machine.file))).toEqual(['policy.json']);
  });

  test('writes nothing if the policy or the journal changed while it asked', async () => {
    const changed = JSON.stringify({ maxPerDay: 1, journal: { place } });
    const beforeAnswer = async () => install(changed);
    const refused = await answering('y\n', { beforeAnswer });
    expect([refused.code, await policy()]).toEqual([3, changed]);
    const exchanged = await answering('y\n', {
      beforeAnswer: async () => {
        rmSync(place, { recursive: true });
        mkdirSync(place, { mode: 0o700 });
      },
    });
    expect([exchanged.code, await policy()]).toEqual([3, changed]);
    expect(exchanged.err).toContain('was exchanged');
  });

  test('creates no directory, and follows no link', async () => {
    rmSync(place, { recursive: true });
    expect(await run('journal adopt --yes')).toMatchObject({
      code: 3,
      err: expect.stringContaining(`install -d -m 700 -o <user> ${place}`),
    });
    mkdirSync(place, { mode: 0o777 });
    chmodSync(place, 0o777);
    expect((await run('journal adopt --yes --json')).err).toContain('unsafe_permissions');
    chmodSync(place, 0o700);
    symlinkSync(join(service.cwd, 'elsewhere'), join(place, 'journal.db'));
    expect((await run('journal adopt --yes --json')).err).toContain('is a symbolic link');
    expect(existsSync(join(service.cwd, 'elsewhere'))).toBe(false);
  });
});

test.runIf(process.getuid?.() === 0)('another user is told what root must run', async () => {
  const root = 12_345;
  for (const path of [machine.file, dirname(machine.file)]) chownSync(path, root, root);
  machine = { ...machine, owner: root };
  const before = await policy();
  const { code, err } = await run('journal adopt --yes');
  expect([code, await policy()]).toEqual([3, before]);
  expect(err).toContain('decides which journal is used; nothing was changed');
  expect(err).toContain(`as root: remit journal adopt (the journal here is ${await journalId()})`);
});
