import { expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import { operationRows, pageOf } from './operations-table.ts';

const rows = await operationRows();

test('the table has every operation', () => {
  expect(rows).toHaveLength(specOperations.length);
});

test.for(rows)('$operation has a command, a handler and a story', (row) => {
  expect(Object.entries(row).filter(([, cell]) => cell === '')).toEqual([]);
});

test('the documentation page lists the same operations', async () => {
  await expect(pageOf(rows)).toMatchFileSnapshot('../../docs/operations.md');
});
