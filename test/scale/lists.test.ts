import { setImmediate as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LargeSandbox, openLargeSandbox } from '../sandbox/large-sandbox.ts';

/** Ratios between a small sandbox and a large one, generous: what grows with the number of payables misses them by far. */
const [SMALL, LARGE] = [1_000, 100_000];
const TIMES = 2.5;
const MEGABYTES = 200;

interface Filled {
  readonly sandbox: LargeSandbox;
  readonly get: (query: string) => Promise<Page>;
}

interface Page {
  readonly data: readonly { readonly id: string; readonly createdAt: string }[];
  readonly total: number;
}

let small: Filled;
let large: Filled;
beforeAll(async () => {
  small = await filled(SMALL);
  large = await filled(LARGE);
}, 600_000);
afterAll(async () => {
  await small.sandbox.close();
  await large.sandbox.close();
});

async function filled(payables: number): Promise<Filled> {
  const sandbox = await openLargeSandbox(payables);
  const headers = { authorization: `Bearer ${await sandbox.ownerToken()}` };
  const get = async (query: string) => {
    const request = new Request(`http://localhost${sandbox.path}?limit=25&${query}`, { headers });
    return (await sandbox.fetch(request)).json() as Promise<Page>;
  };
  return { sandbox, get };
}

/** The shortest of many: what else the machine does only makes it longer. */
async function shortest(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 60; round++) {
    const from = performance.now();
    await work();
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

const lists: Readonly<Record<string, (total: number) => string>> = {
  'the first page': () => '',
  'the last page': (total) => `offset=${total - 25}`,
  'a page in the middle, once more': (total) => `offset=${Math.floor(total / 2)}`,
  'a state': () => 'status=APPROVED',
  'several states': () => 'status=APPROVED,PAID',
  'one side': () => 'direction=received',
};

describe('a hundred times as many payables', () => {
  test.for(Object.entries(lists))('%s takes no longer', async ([, queryOf]) => {
    const timeOf = async ({ get }: Filled) => {
      const query = queryOf((await get('')).total);
      return shortest(() => get(query));
    };
    const [few, many] = [await timeOf(small), await timeOf(large)];
    expect(many / few).toBeLessThan(TIMES);
  });

  test('are paged through in the same time per page', async () => {
    const { get } = large;
    const { total } = await get('');
    const timeAt = (start: number) => {
      let offset = start;
      return shortest(() => {
        offset += 24;
        return get(`offset=${offset}`);
      });
    };
    const [early, deep] = [await timeAt(2_000), await timeAt(Math.floor(total * 0.6))];
    expect(deep / early).toBeLessThan(TIMES);
  });

  test('are exported without buffering', async () => {
    const { sandbox } = large;
    const headers = { authorization: `Bearer ${await sandbox.ownerToken()}` };
    const request = new Request(`http://localhost${sandbox.path}/export`, {
      method: 'POST',
      headers,
    });
    const before = process.memoryUsage().rss;
    let [bytes, most] = [0, 0];
    for await (const part of (await sandbox.fetch(request)).body ?? []) {
      bytes += part.length;
      most = Math.max(most, process.memoryUsage().rss);
      await pause();
    }
    expect(bytes).toBeGreaterThan(15_000_000);
    expect((most - before) / 1e6).toBeLessThan(MEGABYTES);
  });

  test('leave the ledger balanced', () => large.sandbox.checkLedger(), 120_000);
});
