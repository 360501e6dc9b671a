import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { UnknownOutcomeError } from '../../src/money/journal/errors.ts';
import { givenJournal, initiate, isAlive, sender, stateFolder, whereOf } from './fixture.ts';

const built = mkdtempSync(join(tmpdir(), 'remit-payer-'));
const script = join(built, 'payer.mjs');

beforeAll(async () => {
  const addon = '@photostructure/sqlite';
  const path = createRequire(import.meta.url).resolve(addon);
  const bundle = await rolldown({
    input: fileURLToPath(new URL('paying-process.ts', import.meta.url)),
    platform: 'node',
    plugins: [
      {
        name: 'addon-where-it-is',
        resolveId: (id) => (id === addon ? { id: path, external: true } : undefined),
      },
    ],
  });
  await bundle.write({ file: script, format: 'esm', codeSplitting: false });
  await bundle.close();
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** A real program about to pay; `next` is the next line it says, `go` lets it take its next step. */
function payer(folder: string, payableId: string, ...more: readonly string[]) {
  const child: ChildProcessWithoutNullStreams = spawn(execPath, [
    script,
    whereOf(folder),
    payableId,
    ...more,
  ]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    go: () => child.stdin.write('go\n'),
    next: async () => String((await lines.next()).value),
  };
}

async function allReady(payers: readonly ReturnType<typeof payer>[]) {
  for (const it of payers) expect(await it.next()).toBe('ready');
  for (const it of payers) it.go();
  return Promise.all(payers.map((it) => it.next()));
}

test('of eight processes that make the same payment concurrently, on a new journal, exactly one proceeds', async () => {
  const folder = stateFolder();
  const payers = Array.from({ length: 8 }, () => payer(folder, 'pay_1'));
  const said = await allReady(payers);

  const winner = payers[said.findIndex((it) => it.startsWith('began int_'))];
  expect(said.filter((it) => it.startsWith('began int_'))).toHaveLength(1);
  expect(said.filter((it) => it.startsWith('UnknownOutcomeError: '))).toHaveLength(7);
  winner?.go();
  expect(await winner?.next()).toBe('settled');

  const { journal } = await givenJournal({ folder });
  expect(await journal.list()).toMatchObject([{ payableId: 'pay_1', outcome: 'applied' }]);
});

test('eight processes that make different payments concurrently all proceed', async () => {
  const folder = stateFolder();
  const payers = Array.from({ length: 8 }, (_, i) => payer(folder, `pay_${i}`));
  const said = await allReady(payers);
  for (const it of said) expect(it).toMatch(/^began int_/);
  for (const it of payers) it.go();
  expect(await Promise.all(payers.map((it) => it.next()))).toEqual(Array(8).fill('settled'));

  const { journal } = await givenJournal({ folder });
  expect((await journal.list()).map((it) => it.outcome)).toEqual(Array(8).fill('applied'));
});

test.each(['maxPerDay', 'maxPerPayeePerDay'])(
  'eight processes that pay about 30 dollars each concurrently stay within %s of 100 dollars',
  async (rule) => {
    const folder = stateFolder();
    const payers = Array.from({ length: 8 }, (_, i) => payer(folder, `pay_${i}`, rule));
    const said = await allReady(payers);
    expect(said.filter((it) => it.startsWith('began int_'))).toHaveLength(3);
    expect(said.filter((it) => it.startsWith('SpendingLimitError: '))).toHaveLength(5);
  },
);

test('a request of a killed process has an unknown outcome', async () => {
  const folder = stateFolder();
  const it = payer(folder, 'pay_1');
  const [said] = await allReady([it]);
  const { journal } = await givenJournal({ folder });
  expect(await journal.list({ unresolved: true })).toEqual([]);

  it.child.kill('SIGKILL');
  await once(it.child, 'exit');
  expect(isAlive(it.child.pid ?? 0)).toBe(false);

  expect(await journal.list({ unresolved: true })).toMatchObject([
    { id: said?.split(' ')[1], outcome: 'sending', payableId: 'pay_1', verdict: null },
  ]);
  await expect(journal.begin(initiate('pay_1'), sender())).rejects.toThrow(UnknownOutcomeError);
});
