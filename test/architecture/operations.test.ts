import { expect, test } from 'vitest';
import { operationRows, pageOf } from './operations-table.ts';

const rows = await operationRows();

test('all 63 operations are defined', () => {
  expect(rows).toHaveLength(63);
});

test.for(rows)('$operation has a command, a handler and a story', (row) => {
  expect(Object.entries(row).filter(([, cell]) => cell === '')).toEqual([]);
});

test('the documentation page lists the same operations', async () => {
  await expect(pageOf(rows)).toMatchFileSnapshot('../../docs/operations.md');
});
