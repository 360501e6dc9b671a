import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, type FaultProxy, faultProxy } from '../faults/fault-proxy.ts';
import { chance } from '../faults/seeded-random.ts';
import { node, program, remit } from '../helpers/built-program.ts';
import { often } from '../helpers/property-runs.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

const KILLS = often('REMIT_RECUR_KILLS', 10);
const INVOICES = KILLS * 4;

let service: Service;
let proxy: FaultProxy;
let words: readonly string[];
let env: Readonly<Record<string, string>>;
/** Called with the number of each write; the fault that it suffers. */
let onWrite: (number: number) => Fault | undefined;
let writes: number;
beforeEach(async () => {
  service = await startService();
  onWrite = () => undefined;
  writes = 0;
  proxy = await faultProxy(service.baseUrl, ({ method }) =>
    method === 'GET' ? undefined : onWrite(++writes),
  );
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const rule = `2026-03-02,FREQ=DAILY;COUNT=${INVOICES},R-{n},10`;
  await service.file('schedule.csv', `start,rule,invoiceNumber,amount\n${rule}\n`);
  await service.control('POST', '/sandbox/clock/advance', { by: `P${INVOICES}D` });
  words = ['payable', 'recur', 'schedule.csv', '--connection', connection?.id ?? '', '--json'];
  env = {
    ...service.env,
    REMIT_BASE_URL: proxy.baseUrl,
    REMIT_TOKEN: service.token,
    REMIT_BUSINESS: service.payee,
  };
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

test(`killed at ${KILLS} random points, a schedule creates each invoice once`, async () => {
  const random = chance(11);
  let kills = 0;
  for (let tries = 0; tries < KILLS * 6; tries++) {
    const { wasKilled, code } = await runAndKill(kills < KILLS ? random : undefined);
    await proxy.idle();
    if (wasKilled) kills++;
    else if (code === 0) break;
    await resolveUnknown();
    expect(repeated(await numbers())).toEqual([]);
  }
  expect(kills).toBe(KILLS);
  expect((await numbers()).toSorted()).toEqual(all().toSorted());
}, 300_000);

test('two built programs at once send each invoice once', async () => {
  const runs = await Promise.all([built(...words), built(...words)]);
  await proxy.idle();
  expect(runs.map(({ code }) => code)).toContain(0);
  expect((await built(...words)).code).toBe(0);
  expect(writes).toBe(INVOICES);
  expect((await numbers()).toSorted()).toEqual(all().toSorted());
}, 120_000);

const all = () => Array.from({ length: INVOICES }, (_, at) => `R-${at + 1}`);

/** Runs the schedule and kills the program: at a write, before or after the service saw it, or at any moment. */
async function runAndKill(random: ReturnType<typeof chance> | undefined) {
  const child = execa(node, [program, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    extendEnv: false,
    reject: false,
    cwd: service.cwd,
  });
  onWrite = () => undefined;
  if (random) {
    const timed = random.happens(0.3);
    if (timed) setTimeout(() => child.kill('SIGKILL'), 150 + random.next() * 600);
    // However fast the program is, enough invoices are left for the other kills.
    const last = writes + (timed ? INVOICES / KILLS : 1 + Math.floor(random.next() * 3));
    const fault = timed ? undefined : random.pick([undefined, 'reset-before', 'late'] as const);
    onWrite = (number) => {
      if (number < last) return undefined;
      child.kill('SIGKILL');
      return fault;
    };
  }
  const { exitCode, signal } = await child;
  return { wasKilled: signal === 'SIGKILL', code: exitCode };
}

/** Resolves what a killed program left behind, by the service's own records, or as a person would. */
async function resolveUnknown(): Promise<void> {
  await built('journal', 'reconcile', '--no-wait');
  const left = JSON.parse((await built('journal', 'list', '--unresolved', '--json')).out);
  for (const { id } of left) await built('journal', 'resolve', id, '--not-applied');
}

const built = (...line: string[]) => remit(line, { env, cwd: service.cwd, patienceMs: 60_000 });

/** Returns the numbers of the invoices that the schedule created. */
async function numbers(): Promise<readonly string[]> {
  const found = await service.json<{ invoiceNumber: string | null }[]>(
    `payable list -b ${service.payee} --limit 1000`,
  );
  return found.flatMap(({ invoiceNumber: it }) => (it?.startsWith('R-') ? [it] : []));
}

const repeated = (found: readonly string[]) => found.filter((it, at) => found.indexOf(it) < at);
