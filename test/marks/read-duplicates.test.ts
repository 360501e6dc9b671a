import { expect, test } from 'vitest';
import type { Payable } from '../../src/api/operations/payable.ts';
import { duplicatesIn } from '../../src/money/marks/read-duplicates.ts';
import type { RecordReader } from '../../src/money/sending/record-reader.ts';

const payable = (id: string, fields: Partial<Payable> = {}): Payable => ({
  ...{ id, status: 'APPROVED', direction: 'received', amount: Number(id.slice(1)) },
  ...{ invoiceNumber: `CL-${id}`, connectionId: 'conn_1', senderBusinessId: 'biz_2' },
  ...{ payeeName: 'Coastal Linen Inc', createdAt: '2026-03-02T15:00:00.000Z' },
  ...fields,
});

/** A reader of these payables that counts how often they are listed. */
function readerOf(listed: readonly Payable[]) {
  const counts = { lists: 0 };
  const reader = {
    businessId: 'biz_1',
    call: async () => [{ id: 'conn_1', connectedBusinessId: 'biz_2' }],
    async *records() {
      counts.lists++;
      yield* listed;
    },
  } as unknown as RecordReader;
  return { find: duplicatesIn(reader), counts };
}

test('a payable that changed since it was listed is compared as it is now', async () => {
  const [one, other] = [payable('p1'), payable('p2')];
  const { find } = readerOf([one, other]);
  expect(await find([one])).toEqual([[]]);
  const changed = payable('p1', { invoiceNumber: 'CL-p2' });
  expect(await find([changed])).toEqual([
    [
      {
        code: 'duplicate_invoice',
        text: 'Invoice "CL-p2" (p1) may be a duplicate of "CL-p2" (p2, APPROVED): same number, same payee.',
      },
    ],
  ]);
  expect(await find([one])).toEqual([[]]);
});

test('of many duplicates three are named, the newest first', async () => {
  const copies = ['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => payable(id, { invoiceNumber: 'A-1' }));
  const { find } = readerOf(copies);
  const [[one, two, three, more] = []] = await find(copies.slice(0, 1));
  expect([one, two, three].map((it) => /of "A-1" \((\w+)/.exec(it?.text ?? '')?.[1])).toEqual([
    ...['p5', 'p4', 'p3'],
  ]);
  expect(more?.text).toBe('It has 1 more possible duplicates.');
});

test('a plan of 10,000 rows compares them once, and not for each row', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => payable(`p${at + 1}`));
  const { find, counts } = readerOf([
    ...rows,
    payable('q1', { invoiceNumber: 'CL-p7', amount: 7 }),
  ]);
  const from = performance.now();
  const marked = [];
  for (const row of rows) marked.push(...(await find([row])));
  const seconds = (performance.now() - from) / 1000;
  expect(marked.flatMap((marks, at) => (marks.length > 0 ? [at] : []))).toEqual([6]);
  expect(counts.lists).toBe(1);
  // For each row it takes more than three minutes.
  expect(seconds).toBeLessThan(20);
});

test('10,000 copies of one invoice are counted, and three are named', async () => {
  const copies = Array.from({ length: 10_000 }, (_, at) => payable(`p${at + 1}`, { amount: 9.99 }));
  const { find } = readerOf(copies);
  // Their 50 million pairs would fill the memory.
  for (const marks of await find(copies.slice(0, 20))) {
    expect(marks).toHaveLength(4);
    expect(marks[3]?.text).toBe('It has 9996 more possible duplicates.');
  }
});
