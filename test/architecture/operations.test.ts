import { expect, test } from 'vitest';
import { operationRows, pageOf } from './operations-table.ts';

const rows = await operationRows();

test('there are 63 operations, of which nothing is left out', () => {
  expect(rows).toHaveLength(63);
});

test.for(rows)('$operation has a command, a handler and a story', (row) => {
  expect(Object.entries(row).filter(([, cell]) => cell === '')).toEqual([]);
});

test('the page of the documentation says the same', async () => {
  await expect(pageOf(rows)).toMatchFileSnapshot('../../docs/operations.md');
});
