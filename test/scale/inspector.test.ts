import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox, type TestSandbox } from '../sandbox/open-sandbox.ts';

/** Ratios between a small sandbox and a large one, generous: what grows with the number of payables misses them by far. */
const [SMALL, LARGE] = [1_000, 100_000];
const TIMES = 3;

interface Inspected {
  readonly sandbox: TestSandbox;
  /** Sends a request for a page and resolves to its text. */
  readonly read: (path: string) => Promise<string>;
}

let small: Inspected;
let large: Inspected;
beforeAll(async () => {
  small = await inspected(SMALL);
  large = await inspected(LARGE);
}, 600_000);
afterAll(async () => {
  await small.sandbox.close();
  await large.sandbox.close();
});

async function inspected(payables: number): Promise<Inspected> {
  const sandbox = await openSandbox();
  const headers = { authorization: `Bearer ${sandbox.controlToken}` };
  const ask = async (path: string, body?: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
    (await sandbox.fetch(control(path, headers, body))).json() as Promise<any>;
  const wish = JSON.stringify({ name: 'big', payables, seed: 1 });
  for (let made = 0; made < payables; ) ({ made } = await ask('/sandbox/seed', wish));
  const { search } = new URL((await ask('/sandbox/open')).url);
  const entered = await sandbox.fetch(new Request(`http://localhost/sandbox/enter${search}`));
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const read = async (path: string) => {
    const request = new Request(`http://localhost${path}`, { headers: { cookie } });
    const response = await sandbox.fetch(request);
    expect(response.status, path).toBe(200);
    return response.text();
  };
  return { sandbox, read };
}

const control = (path: string, headers: Readonly<Record<string, string>>, body?: string) =>
  new Request(`http://localhost${path}`, { method: 'POST', headers, ...(body && { body }) });

/** The shortest of many: what else the machine does only makes it longer. */
async function shortest(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 20; round++) {
    const from = performance.now();
    await work();
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

const inside = '/sandbox/inspector';
const pages = [
  '/sandbox',
  `${inside}/businesses`,
  `${inside}/payables`,
  `${inside}/payables?status=APPROVED`,
  `${inside}/payments`,
  `${inside}/ledger`,
  `${inside}/events`,
  `${inside}/events?type=payable.created`,
  `${inside}/mail`,
  `${inside}/search?q=b-00009`,
  `${inside}/search?q=supplier`,
  `${inside}/search?q=%241%2C250.00`,
  `${inside}/search?q=pay_a`,
] as const;

describe('a hundred times as many payables', () => {
  test.for(pages)('%s takes no longer', async (path) => {
    const few = await shortest(() => small.read(path));
    const many = await shortest(() => large.read(path));
    expect(many / few, `${few.toFixed(1)} ms, then ${many.toFixed(1)} ms`).toBeLessThan(TIMES);
  });
});
