import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bestAssignment,
  type PossiblePair,
} from '../../src/cash/match/matching/best-assignment.ts';

/** Every set of pairs that shares no row and no column. */
function allAssignments(pairs: readonly PossiblePair[]): readonly (readonly PossiblePair[])[] {
  const [first, ...rest] = pairs;
  if (!first) return [[]];
  const without = allAssignments(rest);
  const compatible = rest.filter((it) => it.row !== first.row && it.column !== first.column);
  return [...without, ...allAssignments(compatible).map((it) => [first, ...it])];
}

/** The certain pairs and ambiguous rows, by looking at all assignments. */
function byTrying(pairs: readonly PossiblePair[]) {
  const costOf = (it: readonly PossiblePair[]) => it.reduce((sum, { cost }) => sum + cost, 0);
  const all = allAssignments(pairs);
  const most = Math.max(...all.map((it) => it.length));
  const largest = all.filter((it) => it.length === most);
  const least = Math.min(...largest.map(costOf));
  const best = largest.filter((it) => costOf(it) === least);
  const rows = [...new Set(pairs.map(({ row }) => row))].sort((one, two) => one - two);
  const found = rows.map((row) => {
    const columns = best.map((it) => it.find((pair) => pair.row === row)?.column);
    return { row, columns: [...new Set(columns)] };
  });
  return {
    certain: found.flatMap(({ row, columns: [column, ...others] }) =>
      column !== undefined && others.length === 0 ? [{ row, column }] : [],
    ),
    ambiguous: found
      .filter(({ columns }) => columns.length > 1)
      .map(({ row, columns }) => ({
        row,
        columns: columns.filter((it) => it !== undefined).sort((one, two) => one - two),
      })),
  };
}

const somePairs = fc.uniqueArray(
  fc.record({
    row: fc.nat({ max: 4 }),
    column: fc.nat({ max: 4 }),
    cost: fc.constantFrom(0, 1, 4, 9),
  }),
  { selector: ({ row, column }) => `${row} ${column}`, maxLength: 12 },
);

test('finds what all best assignments have in common, as trying all of them does', () => {
  fc.assert(
    fc.property(somePairs, (pairs) => {
      expect(bestAssignment(pairs)).toEqual(byTrying(pairs));
    }),
    { numRuns: 2000, seed: 20260305 },
  );
});

test('does not depend on the order of the pairs', () => {
  fc.assert(
    fc.property(
      somePairs.chain((pairs) =>
        fc.tuple(
          fc.constant(pairs),
          fc.shuffledSubarray(pairs, { minLength: pairs.length, maxLength: pairs.length }),
        ),
      ),
      ([pairs, shuffled]) => {
        expect(bestAssignment(shuffled)).toEqual(bestAssignment(pairs));
      },
    ),
    { seed: 20260306 },
  );
});

test('prefers more pairs to cheaper ones, and cheaper ones among equally many', () => {
  const pairs = [
    { row: 0, column: 0, cost: 0 },
    { row: 0, column: 1, cost: 900 },
    { row: 1, column: 0, cost: 900 },
  ];
  expect(bestAssignment(pairs)).toEqual({
    certain: [
      { row: 0, column: 1 },
      { row: 1, column: 0 },
    ],
    ambiguous: [],
  });
});

test('two hundred alike on consecutive days are told apart by their days alone', () => {
  const days = Array.from({ length: 200 }, (_, day) => day);
  const pairs = days.flatMap((row) =>
    days
      .filter((column) => Math.abs(row - column) <= 5)
      .map((column) => ({ row, column, cost: (row - column) ** 2 })),
  );
  const { certain, ambiguous } = bestAssignment(pairs);
  expect(ambiguous).toEqual([]);
  expect(certain).toEqual(days.map((day) => ({ row: day, column: day })));
});

test('a group that is too large to be solved is ambiguous as a whole', () => {
  const many = Array.from({ length: 501 }, (_, at) => at);
  const pairs = many.map((row) => ({ row, column: 0, cost: row }));
  const { certain, ambiguous } = bestAssignment(pairs);
  expect(certain).toEqual([]);
  expect(ambiguous).toHaveLength(501);
});
