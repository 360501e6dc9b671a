import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { test as base, describe, expect, vi } from 'vitest';
import { States } from '../../src/commands/watch/cursor.ts';
import { PollBackoff } from '../../src/commands/watch/poll-loop.ts';
import { remit, type TestInput, type TestRun } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

interface Line {
  readonly at: string;
  readonly resource: string;
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly record: { readonly id: string };
}

/** Someone who watches a service of their own, and what happens there. */
function watcherOf(service: Service) {
  /** A watch that runs until it is interrupted, or ends by itself. */
  function watch(line: string, typed: TestInput = {}) {
    const ctrlC = new AbortController();
    const lines: Line[] = [];
    const texts: string[] = [];
    const ran: Promise<TestRun> = service.remit(`watch ${line} --interval 1`, {
      ...typed,
      interrupted: ctrlC.signal,
      onPrinted: (chunk) => {
        const text = Buffer.from(chunk).toString().trim();
        texts.push(...text.split('\n'));
        if (!typed.tty) lines.push(...text.split('\n').map((it) => JSON.parse(it)));
      },
    });
    const came = async (count: number): Promise<void> => {
      for (let waited = 0; texts.length < count; waited++) {
        if (waited > 600) throw new Error(`${texts.length} lines came, not ${count}`);
        await new Promise((done) => setTimeout(done, 50));
      }
    };
    const end = async () => {
      ctrlC.abort('SIGINT');
      return ran;
    };
    return { lines, texts, came, end, ran };
  }

  async function submitted(): Promise<string> {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const { id } = await service.json<{ id: string }>(
      `payable create -b ${service.payee} --connection ${connection?.id} --amount 10 --submit`,
    );
    return id;
  }

  const kept = () => {
    const folder = join(service.home, 'state', 'watch', 'test');
    return readdirSync(folder).map((it) => join(folder, it));
  };
  /** A look is over when its states are kept. */
  async function looked(isOver = () => countKept() > 0): Promise<void> {
    while (!isOver()) await new Promise((done) => setTimeout(done, 20));
  }
  const countKept = () => {
    try {
      return kept().length;
    } catch {
      return 0;
    }
  };

  /** The first look at a topic, and no more. */
  async function lookOnce(topic: string): Promise<void> {
    const before = countKept();
    const watching = watch(topic);
    await looked(() => countKept() > before);
    await watching.end();
  }

  return { service, watch, submitted, kept, looked, lookOnce };
}

const test = base.extend<{ on: ReturnType<typeof watcherOf> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from it
  on: async ({}, use) => {
    const service = await startService();
    await use(watcherOf(service));
    await service.close();
  },
});

// They wait for the next look, each at its own.
describe.concurrent('watch', () => {
  test('prints every change of a payable and its payment as a line, until Ctrl-C, exit 0', async ({
    on: { service, watch, submitted, looked },
  }) => {
    const watching = watch('payables');
    await looked();
    const id = await submitted();
    await watching.came(1);
    await service.remit(`payable approve ${id} --yes`);
    await watching.came(2);
    await service.remit(`pay initiate ${id} --yes`);
    await watching.came(3);
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
    await watching.came(5);
    const { code, err } = await watching.end();
    expect([code, err]).toEqual([0, '']);
    const of = (resource: string) =>
      watching.lines
        .filter((it) => it.resource === resource)
        .map(({ from, to }) => `${from} ${to}`);
    expect(of('payable')).toEqual(['null SUBMITTED', 'SUBMITTED APPROVED', 'APPROVED PAID']);
    expect(of('payment').at(0)).toMatch(/^null (PENDING|HELD|SCHEDULED|PROCESSING)$/);
    expect(of('payment').at(-1)).toMatch(/ COMPLETED$/);
    expect(watching.lines[0]).toMatchObject({ id, record: { id, amount: 10 } });
    expect(watching.lines[0]?.at).toMatch(/^2026-03-02T/);
    expect(Object.keys(watching.lines[0] ?? {})).toEqual([
      ...['at', 'resource', 'id', 'from', 'to', 'record'],
    ]);
  });

  test('prints text for a person in a terminal, with control characters escaped', async ({
    on: { service, watch, looked },
  }) => {
    const tty = { stdout: true, stderr: true };
    const watching = watch('payables', { tty });
    await looked();
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const sent = await service.remit([
      ...['payable', 'create', '-b', service.payee, '--connection', connection?.id ?? ''],
      ...['--amount', '1580.8', '--invoice-number', 'CL\u202e9', '--submit', '--json'],
    ]);
    const { id } = JSON.parse(sent.out);
    await watching.came(1);
    await service.remit(`payable approve ${id} --yes`);
    await watching.came(2);
    await service.remit(`pay initiate ${id} --yes`);
    await watching.came(3);
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
    await watching.came(5);
    const { code, err } = await watching.end();
    expect([code, err]).toEqual([0, expect.stringContaining('times in America/New_York')]);
    expect(watching.texts[4]).toContain('APPROVED → \u001b[32mPAID\u001b[39m  $1,580.80');
    expect(watching.texts.map((it) => stripVTControlCharacters(it))).toEqual([
      '10:00  CL\\u202e9  SUBMITTED (new)  $1,580.80',
      '10:00  CL\\u202e9  SUBMITTED → APPROVED  $1,580.80',
      '10:00  CL\\u202e9 payment  PENDING (new)  $1,580.80',
      '10:00  CL\\u202e9 payment  PENDING → COMPLETED  $1,580.80',
      '10:00  CL\\u202e9  APPROVED → PAID  $1,580.80',
    ]);
  });

  test('prints JSON in a terminal if it is asked for, and no table', async ({
    on: { service, watch },
  }) => {
    const watching = watch('payables --from-start --json', { tty: { stdout: true } });
    await watching.came(1);
    await watching.end();
    expect(JSON.parse(watching.texts[0] ?? '')).toMatchObject({ resource: 'payable', from: null });
    const { code, err } = await service.remit('watch payables --csv');
    expect([code, err]).toEqual([2, expect.stringContaining('not as csv')]);
  });

  test('the next watch continues where the last one ended: no change is missed or repeated', async ({
    on: { watch, submitted, kept, looked },
  }) => {
    const first = watch('payables');
    await looked();
    const seen = await submitted();
    await first.came(1);
    await first.end();
    const unseen = await submitted();
    const second = watch('payables');
    await second.came(1);
    await new Promise((done) => setTimeout(done, 1300));
    await second.end();
    expect([first.lines, second.lines].map((it) => it.map(({ id }) => id))).toEqual([
      [seen],
      [unseen],
    ]);
    expect(kept().map((path) => statSync(path).mode & 0o777)).toEqual([0o600]);
  });

  test('--from-start prints everything that exists, oldest first', async ({
    on: { service, watch },
  }) => {
    const all = await service.json<{ id: string }[]>('payable list');
    const watching = watch('payables --from-start');
    await watching.came(all.length);
    await watching.end();
    const payables = watching.lines.filter(({ resource }) => resource === 'payable');
    expect(payables.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse());
    expect(payables.every(({ from }) => from === null)).toBe(true);
  });

  test('a line that nobody read is printed again', async ({
    on: { service, watch, submitted, lookOnce },
  }) => {
    await lookOnce('payables');
    const id = await submitted();
    const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    expect((await service.remit('watch payables', { stdoutFails: gone })).code).toBe(0);
    const watching = watch('payables');
    await watching.came(1);
    await watching.end();
    expect(watching.lines[0]?.id).toBe(id);
  });

  test('watches invitations, bank accounts and accounting integrations too', async ({
    on: { service, watch, lookOnce },
  }) => {
    for (const topic of ['invites', 'banks', 'accounting']) {
      await lookOnce(topic);
    }
    const { id } = await service.json<{ id: string }>('invite send a@b.test');
    await service.file('number.txt', '000555511113\n');
    await service.remit(
      'bank connect-manual --routing 021000021 --account-number-file number.txt --type checking --name New',
    );
    const { state } = await service.json<{ state: string }>(
      'accounting connect --redirect-uri https://books.example.com/back',
    );
    await service.control('POST', '/sandbox/accounting/authorizations', { state });
    const told = async (topic: string) => {
      const watching = watch(topic);
      await watching.came(1);
      await watching.end();
      return watching.lines.map((it) => `${it.resource} ${it.from} ${it.to}`);
    };
    expect(await told('invites')).toEqual(['invitation null pending']);
    expect(await told('banks')).toEqual(['bank null unverified']);
    expect(await told('accounting')).toContain('integration null connected');
    await service.remit(`invite cancel ${id} --yes`);
    expect(await told('invites')).toEqual(['invitation pending cancelled']);
  });

  describe('--exec', () => {
    const program = ({ cwd }: Service, text: string) => {
      const path = join(cwd, 'on-change');
      writeFileSync(path, `#!/bin/sh\n${text}\n`);
      chmodSync(path, 0o700);
      return path;
    };
    const log = ({ cwd }: Service) => readFileSync(join(cwd, 'log'), 'utf8').trim().split('\n');

    test('runs a program for every line, which reads it on stdin', async ({
      on: { service, watch, submitted, lookOnce },
    }) => {
      await lookOnce('payables');
      const ids = [await submitted(), await submitted()];
      const watching = watch(`payables --exec ${program(service, 'cat >> log; echo said')}`);
      await watching.came(2);
      const { err } = await watching.end();
      expect(log(service).map((it) => JSON.parse(it).id)).toEqual(ids);
      expect(err).toBe('said\nsaid\n');
    });

    test('a failing program ends the watch, and the next one begins with the same line', async ({
      on: { service, watch, submitted, lookOnce },
    }) => {
      await lookOnce('payables');
      const [first, second] = [await submitted(), await submitted()];
      const failing = `cat >> log; test ! -e failed && touch failed || exit 3`;
      const { code, err } = await watch(`payables --exec ${program(service, failing)}`).ran;
      expect([code, err]).toEqual([11, expect.stringContaining('failed for payable')]);
      const watching = watch(`payables --exec ${program(service, 'cat >> log')}`);
      await watching.came(1);
      await watching.end();
      expect(log(service).map((it) => JSON.parse(it).id)).toEqual([first, second, second]);
    });

    test('no shell is used, and a missing program is reported', async ({
      on: { service, watch, submitted, lookOnce },
    }) => {
      await lookOnce('payables');
      await submitted();
      const words = JSON.stringify([
        program(service, 'echo "$1" >> log; cat > /dev/null'),
        '$(touch oops); x',
      ]);
      const ctrlC = new AbortController();
      const run = service.remit(['watch', 'payables', '--exec', words, '--interval', '1'], {
        interrupted: ctrlC.signal,
      });
      await vi.waitFor(() => log(service), { timeout: 10_000 });
      ctrlC.abort('SIGINT');
      expect((await run).code).toBe(0);
      expect([log(service), readdirSync(service.cwd).includes('oops')]).toEqual([
        ['$(touch oops); x'],
        false,
      ]);
      await submitted();
      expect((await watch('payables --exec ./nowhere').ran).code).toBe(11);
      expect((await service.remit(['watch', 'payables', '--exec', '[1]'])).code).toBe(2);
    });
  });

  test('a failing service is polled again; a refusal ends the watch', async ({
    on: { service, watch, submitted, lookOnce },
  }) => {
    await lookOnce('payables');
    await service.json('sandbox fault add --http-status 503 --times 2 --operation payable.list');
    const id = await submitted();
    const watching = watch('payables --retries 0');
    await watching.came(1);
    const { code, err } = await watching.end();
    expect([code, watching.lines[0]?.id]).toEqual([0, id]);
    expect(err).toContain('Retrying in');
    const env = { REMIT_HOME: service.home, REMIT_TOKEN: 'token-of-somebody-else' };
    expect((await remit('watch payables', { env })).code).toBe(4);
  });

  test('refuses --out, and reports a damaged cursor', async ({
    on: { service, kept, lookOnce },
  }) => {
    expect((await service.remit('watch payables --out a.ndjson')).code).toBe(2);
    await lookOnce('payables');
    for (const path of kept()) writeFileSync(path, '{');
    const { code, err } = await service.remit('watch payables');
    expect([code, err]).toEqual([2, expect.stringContaining('--from-start')]);
  });
});

describe('the differences', () => {
  const it = (id: string, status: string, resource = 'bank') => ({
    resource,
    id,
    status,
    record: { id },
  });

  test('are new, changed and removed resources', () => {
    const states = new States({
      'bank a': 'unverified',
      'bank b': 'verified',
      'bank c': 'verified',
    });
    const found = states.transitionsTo([it('a', 'verified'), it('b', 'verified'), it('d', 'x')]);
    expect(found.map(({ id, from, to }) => [id, from, to])).toEqual([
      ['a', 'unverified', 'verified'],
      ['d', null, 'x'],
      ['c', 'verified', null],
    ]);
    for (const each of found) states.note(each);
    expect(JSON.parse(JSON.stringify(states))).toEqual({
      'bank a': 'verified',
      'bank b': 'verified',
      'bank d': 'x',
    });
  });
});

test('the poll interval grows while nothing changes, and more while the service fails', async () => {
  const tempo = new PollBackoff(undefined);
  const quiet = [5];
  for (let times = 0; times < 8; times++) {
    tempo.noteChanges(0);
    quiet.push(tempo.restS);
  }
  expect(quiet.map(Math.round)).toEqual([5, 8, 11, 17, 25, 38, 57, 60, 60]);
  tempo.failed();
  tempo.failed();
  tempo.failed();
  expect(tempo.restS).toBe(300);
  tempo.noteChanges(1);
  expect(tempo.restS).toBe(5);
  await tempo.timed(() => new Promise((done) => setTimeout(done, 1200)));
  expect(tempo.restS).toBeGreaterThan(10);
});
