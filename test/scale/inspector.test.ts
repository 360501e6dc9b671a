import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LargeSandbox, openLargeSandbox } from '../sandbox/large-sandbox.ts';

/** Ratios between a small sandbox and a large one, generous: what grows with the number of payables misses them by far. */
const [SMALL, LARGE] = [1_000, 100_000];
const TIMES = 3;

interface Inspected {
  readonly sandbox: LargeSandbox;
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
  const sandbox = await openLargeSandbox(payables);
  const { search } = new URL((await sandbox.control('POST', '/sandbox/open')).url);
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

/**
 * Milliseconds of processor time that each of many reads of a page took, the shortest first. Time on a clock would be
 * that of whatever else the machine does.
 */
async function timesOf({ read }: Inspected, path: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.cpuUsage();
    await read(path);
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / 1000);
  }
  return times.toSorted((one, other) => one - other);
}

const ROUNDS = 20;
function lineOf(path: string, times: readonly number[]): string {
  const figures = [times[0], times[ROUNDS / 2], times[Math.ceil(ROUNDS * 0.95) - 1]];
  return `${figures.map((ms) => (ms ?? 0).toFixed(1).padStart(9)).join('')}  ${path}`;
}

/** The figures are told and not judged: they say as much about the processor. */
const lines = [
  `${['least', 'median', '95 %'].map((it) => it.padStart(9)).join('')}  ms of processor time among ${LARGE} payables`,
];
afterAll(() => void process.stdout.write(`${lines.join('\n')}\n`));

const inside = '/sandbox/inspector';
const pages = [
  '/sandbox',
  `${inside}/businesses`,
  `${inside}/payables`,
  `${inside}/payables?status=APPROVED`,
  `${inside}/payables?sort=oldest`,
  `${inside}/payables?sort=largest`,
  `${inside}/payables?sort=due&status=SCHEDULED`,
  `${inside}/payables?sort=smallest&after=250000.9`,
  `${inside}/payables?least=1000&most=1001`,
  `${inside}/payables?least=1000&most=1001&sort=due-last`,
  `${inside}/payables?dueFrom=2025-06-01&dueTo=2025-06-30&status=PAID`,
  `${inside}/payables?number=b-0000&sort=smallest&status=DRAFT`,
  `${inside}/payables?business=meridian&sort=largest&status=DECLINED`,
  `${inside}/payables?business=meridian&least=4000&dueFrom=2025-01-01`,
  `${inside}/payments`,
  `${inside}/payments?status=SCHEDULED&sort=largest`,
  `${inside}/payments?kind=quickPay`,
  `${inside}/payments?kind=payMeLink&sort=smallest`,
  `${inside}/payments?least=10&most=4900&status=COMPLETED`,
  `${inside}/ledger`,
  `${inside}/events`,
  `${inside}/events?type=payable.created`,
  `${inside}/events?about=pmt_none`,
  `${inside}/mail`,
  `${inside}/mail?kind=reminder`,
  `${inside}/mail?to=accounts&unread=1`,
  `${inside}/search?q=b-00009`,
  `${inside}/search?q=supplier`,
  `${inside}/search?q=%241%2C250.00`,
  `${inside}/search?q=pay_a`,
] as const;

describe('a hundred times as many payables', () => {
  test.for(pages)('%s takes no longer', async (path) => {
    // The collection of garbage only makes a read longer, so the shortest ones are compared.
    const [few = 0] = await timesOf(small, path);
    const times = await timesOf(large, path);
    const [many = 0] = times;
    lines.push(lineOf(path, times));
    expect(many / few, `${few.toFixed(1)} ms, then ${many.toFixed(1)} ms`).toBeLessThan(TIMES);
  });
});
