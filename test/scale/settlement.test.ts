import { afterEach, expect, test } from 'vitest';
import { type LargeSandbox, openLargeSandbox } from '../sandbox/large-sandbox.ts';

/** Payments that settle at the same moment, few and many. What grows faster than they do misses the ratio by far. */
const [FEW, MANY] = [1_000, 10_000];
const TIMES = 2;
/** Of all payables of a large sandbox more than this share can be paid. */
const PAYABLE_SHARE = 0.12;

let sandbox: LargeSandbox | undefined;
afterEach(() => sandbox?.close());

const json = async (path: string, token: string, body?: unknown) => {
  const request = new Request(`http://localhost${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = await sandbox?.fetch(request);
  if (!answer?.ok) throw new Error(await answer?.text());
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  return (await answer.json()) as any;
};

/** Milliseconds for each of so many payments, from when they were asked for until they have settled. */
async function timeOf(count: number): Promise<number> {
  sandbox = await openLargeSandbox(Math.ceil(count / PAYABLE_SHARE));
  const { controlToken, ownerToken, checkLedger, close, business, path } = sandbox;
  const token = await ownerToken();
  const approved = `${path}?status=APPROVED&direction=received&limit=100`;
  const banks = await json('/api/bank-accounts', token);
  const bank = banks.find(({ businessId }: { businessId: string }) => businessId === business);
  for (let paid = 0; paid < count; paid += 100) {
    const { data } = await json(`${approved}&offset=${paid}`, token);
    const payments = data.map(({ id }: { id: string }) => ({
      ...{ payableId: id, fundingSourceId: bank.id, clearingSpeed: 'standard' },
    }));
    await json('/api/payments/bulk-initiate', token, { payments });
  }
  const from = performance.now();
  await json('/sandbox/clock/advance', controlToken, { businessDays: 3 });
  const took = performance.now() - from;
  await checkLedger();
  await close();
  sandbox = undefined;
  return took / count;
}

test('ten times as many payments that settle at one moment take at most about ten times as long', async () => {
  const [few, many] = [await timeOf(FEW), await timeOf(MANY)];
  expect(many / few).toBeLessThan(TIMES);
});
