import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../faults/fault-proxy.ts';
import type { Stage } from '../faults/fixture.ts';
import { type Chance, chance } from '../faults/seeded-random.ts';
import { often } from '../helpers/property-runs.ts';
import { intentsOf, openFunded, seenAll, taskOf } from './funded-fixture.ts';
import { built, builtJson, started } from './run-programs.ts';

const PAYABLES = often('REMIT_RUN_PAYABLES', 60);
const KILLS = often('REMIT_RUN_KILLS', 8);
const SEED = often('REMIT_SEED', 1);
const BATCHES = 20;
const BATCH = Math.ceil(PAYABLES / BATCHES);
/** Few enough of the kills hit a batch that the plan is not paid before the last of them. */
const AT_BATCH = Math.min(0.5, (BATCHES * 0.8) / KILLS);
const PATIENCE_MS = 300_000 + KILLS * 60_000 + PAYABLES * 500;

let stage: Stage;
/** Told when a batch reaches the network. */
let onBatch = () => {};
/** The file of the plan. */
let plan: string;
/** Milliseconds that the program reads before it sends, at most. */
let readingMs: number;
const cents = Array.from({ length: PAYABLES }, (_, at) => 1_000 + at);
const total = cents.reduce((sum, it) => sum + it, 0);

beforeAll(async () => {
  stage = await openFunded({ onWrite: () => onBatch() });
  await stage.run((await taskOf(stage, 'initiate', 0)).line);
  const ids: string[] = [];
  for (const it of cents) ids.push(await approved(it / 100));
  const file = await stage.file('payments.csv', `payableId\n${ids.join('\n')}\n`);
  plan = file.replace('payments.csv', 'run.json');
  expect((await built(stage, `run plan --file ${file} --out ${plan}`)).code).toBe(0);
  const startedAt = performance.now();
  expect((await built(stage, `run apply ${plan} --batch ${BATCH} --dry-run`)).code).toBe(0);
  readingMs = performance.now() - startedAt;
}, PATIENCE_MS);
afterAll(async () => {
  process.stdout.write(`safety, a run killed: ${JSON.stringify(tally)}\n`);
  await stage.checkLedger();
  await stage.close();
});

async function approved(amount: number): Promise<string> {
  const { ask, payee, payer, connection: connectionId } = stage;
  const body = { connectionId, amount, submit: true };
  const { id } = await ask('POST', `/api/businesses/${payee}/payables`, body);
  await ask('POST', `/api/businesses/${payer}/payables/${id}/approve`);
  return id;
}

const tally = { payables: PAYABLES, kills: 0, atBatch: 0, doubts: 0, tries: 0, twice: 0, cents: 0 };

test(`a plan of ${PAYABLES}, killed ${KILLS} times and resumed, pays exactly the plan and nothing twice`, {
  timeout: PATIENCE_MS,
}, async () => {
  const dice = chance(SEED);
  const paid = new Map<string, number>();
  await stage.mark();
  while (tally.kills < KILLS) {
    await applyAndKill(dice);
    await settleDoubts();
    await takeNote(paid);
  }
  const { exitCode, stderr } = await apply();
  await takeNote(paid);
  expect([exitCode, stderr]).toEqual([0, '']);
  tally.cents = [...paid.values()].reduce((sum, it) => sum + it, 0);
  expect([...paid.values()].sort((a, b) => a - b)).toEqual(cents);
  expect(tally).toMatchObject({ twice: 0, cents: total });
  expect(tally.doubts).toBeGreaterThan(0);

  expect(await builtJson(stage, `run status ${plan}`)).toMatchObject({
    ...{ state: 'applied', applied: PAYABLES, appliedAmount: total / 100, left: 0 },
  });
  const report = await builtJson<{ outcome: string }[]>(stage, `run report ${plan}`);
  expect(report.map(({ outcome }) => outcome)).toEqual(cents.map(() => 'applied'));
});

const apply = () => started(stage, `run apply ${plan} --batch ${BATCH} --yes --json`);

/** Applies the plan and kills the program: at any moment while it reads, or while a batch is on its way. */
async function applyAndKill(dice: Chance): Promise<void> {
  const startedAt = performance.now();
  const program = apply();
  const kill = () => void program.kill('SIGKILL');
  const isAtBatch = dice.happens(AT_BATCH);
  if (!isAtBatch) setTimeout(kill, dice.next() * readingMs);
  onBatch = () => void setTimeout(kill, dice.next() * 20);
  stage.plan([isAtBatch ? fate(dice) : 'reset-before']);
  const { signal } = await program;
  if (signal !== 'SIGKILL') readingMs = Math.min(readingMs, performance.now() - startedAt);
  await seenAll(stage);
  onBatch = () => {};
  stage.plan([]);
  tally.tries += 1;
  tally.kills += Number(signal === 'SIGKILL');
  tally.atBatch += Number(isAtBatch);
}

/** What becomes of a batch whose program is not there any more. */
const fate = (dice: Chance) =>
  dice.pick<Fault | undefined>(['reset-before', 'reset-before', 'reset-after', 'late', undefined]);

/** An unresolved batch stops the run until it is reconciled: here from the service's state. */
async function settleDoubts(): Promise<void> {
  const intents = await intentsOf<{ outcome: string; verdict: string | null }>(stage);
  if (!intents.some((it) => it.verdict === null && /sending|unknown/.test(it.outcome))) return;
  tally.doubts += 1;
  expect((await apply()).exitCode).toBe(10);
  expect((await built(stage, 'journal reconcile --quiet-period 1')).code).toBe(0);
}

/** What the service made since the last time. */
async function takeNote(paid: Map<string, number>): Promise<void> {
  for (const { data } of await stage.since('payment.created')) {
    const payableId = String(data['payableId']);
    tally.twice += Number(paid.has(payableId));
    paid.set(payableId, Math.round(Number(data['amount']) * 100));
  }
  await stage.mark();
}
