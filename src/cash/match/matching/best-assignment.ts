import { groupBy } from '../../../group-by.ts';

/** A possible pair. `cost` is an integer from 0 to `HIGHEST_COST`. */
export interface PossiblePair {
  readonly row: number;
  readonly column: number;
  readonly cost: number;
}

/** Pairs that every best assignment has, and rows for which the best assignments differ. */
export interface Assignment {
  readonly certain: readonly { readonly row: number; readonly column: number }[];
  /** With the columns that they have in some best assignment, ascending. */
  readonly ambiguous: readonly { readonly row: number; readonly columns: readonly number[] }[];
}

export const HIGHEST_COST = 1_000_000;

/** The most rows or columns that depend on each other; in a larger group every row is ambiguous. */
const MAX_CONNECTED = 500;

/**
 * Finds the assignments with the most pairs and, among these, with the lowest sum of costs. The result does not depend
 * on the order of the pairs.
 */
export function bestAssignment(pairs: readonly PossiblePair[]): Assignment {
  const parts = connectedParts(pairs).map(assignPart);
  return {
    certain: parts.flatMap(({ certain }) => certain).sort(byRow),
    ambiguous: parts.flatMap(({ ambiguous }) => ambiguous).sort(byRow),
  };
}

const byRow = (one: { readonly row: number }, two: { readonly row: number }) => one.row - two.row;

/** Splits pairs into groups that share no row and no column. */
function connectedParts(pairs: readonly PossiblePair[]): readonly (readonly PossiblePair[])[] {
  const ends = ({ row, column }: PossiblePair) => [`r${row}`, `c${column}`];
  const byEnd = new Map<string, PossiblePair[]>();
  for (const pair of pairs) {
    for (const end of ends(pair)) {
      const known = byEnd.get(end);
      if (known) known.push(pair);
      else byEnd.set(end, [pair]);
    }
  }
  const seen = new Set<string>();
  return [...byEnd.keys()].flatMap((start) => {
    const part = new Set<PossiblePair>();
    const waiting = [start];
    for (let end = waiting.pop(); end !== undefined; end = waiting.pop()) {
      if (seen.has(end)) continue;
      seen.add(end);
      for (const pair of byEnd.get(end) ?? []) {
        part.add(pair);
        waiting.push(...ends(pair));
      }
    }
    return part.size > 0 ? [[...part]] : [];
  });
}

function assignPart(pairs: readonly PossiblePair[]): Assignment {
  const rows = [...new Set(pairs.map(({ row }) => row))].sort(ascending);
  const columns = [...new Set(pairs.map(({ column }) => column))].sort(ascending);
  const size = Math.max(rows.length, columns.length);
  if (size > MAX_CONNECTED) {
    return {
      certain: [],
      ambiguous: [...groupBy(pairs, ({ row }) => row)].map(([row, own]) => ({
        row,
        columns: own.map(({ column }) => column).sort(ascending),
      })),
    };
  }
  const costs = squareOf(pairs, rows, columns, size);
  const best = solve(costs);
  return settled(costs, best, { rows, columns });
}

const ascending = (one: number, two: number) => one - two;

/** A square of costs. A row or column that is left over is assigned to a cell that is no pair. */
interface Square {
  readonly size: number;
  /** Row after row. */
  readonly cells: Float64Array;
  /** The cost of a cell that is no pair: more than all pairs together, so that there are as many pairs as possible. */
  readonly none: number;
}

function squareOf(
  pairs: readonly PossiblePair[],
  rows: readonly number[],
  columns: readonly number[],
  size: number,
): Square {
  const none = (HIGHEST_COST + 1) * (size + 1);
  const cells = new Float64Array(size * size).fill(none);
  const rowAt = new Map(rows.map((row, at) => [row, at]));
  const columnAt = new Map(columns.map((column, at) => [column, at]));
  for (const { row, column, cost } of pairs) {
    const at = (rowAt.get(row) ?? 0) * size + (columnAt.get(column) ?? 0);
    cells[at] = Math.min(cells[at] ?? none, cost);
  }
  return { size, cells, none };
}

/** An optimal assignment of a square, and the prices that prove it. */
interface Solution {
  readonly columnOfRow: readonly number[];
  readonly rowPrices: Float64Array;
  readonly columnPrices: Float64Array;
}

/** Solves a square by the Hungarian algorithm with shortest augmenting paths, in cubic time. */
function solve(square: Square): Solution {
  const solver = new Solver(square);
  for (let row = 0; row < square.size; row++) solver.assign(row);
  return solver.solution();
}

const UNASSIGNED = -1;

/** The assignment of the rows so far. A cell costs at least the sum of the prices of its row and column. */
class Solver {
  readonly #square: Square;
  readonly #rowPrices: Float64Array;
  readonly #columnPrices: Float64Array;
  readonly #rowOf: Int32Array;
  /** For the path that is searched: the least cost to reach a column, and the column before it. */
  readonly #distance: Float64Array;
  readonly #before: Int32Array;
  readonly #isReached: Uint8Array;

  constructor(square: Square) {
    const { size } = square;
    this.#square = square;
    this.#rowPrices = new Float64Array(size);
    this.#columnPrices = new Float64Array(size);
    this.#rowOf = new Int32Array(size).fill(UNASSIGNED);
    this.#distance = new Float64Array(size);
    this.#before = new Int32Array(size);
    this.#isReached = new Uint8Array(size);
  }

  /** Assigns one more row along the cheapest path to a free column. */
  assign(start: number): void {
    this.#distance.fill(Number.POSITIVE_INFINITY);
    this.#isReached.fill(0);
    let column = UNASSIGNED;
    let row = start;
    while (row !== UNASSIGNED) {
      this.#relax(row, column);
      column = this.#nearest();
      this.#raise(start, this.#distance[column] ?? 0);
      this.#isReached[column] = 1;
      row = this.#rowOf[column] ?? UNASSIGNED;
    }
    while (column !== UNASSIGNED) {
      const before = this.#before[column] ?? UNASSIGNED;
      this.#rowOf[column] = before === UNASSIGNED ? start : (this.#rowOf[before] ?? start);
      column = before;
    }
  }

  solution(): Solution {
    const columnOfRow = Array.from(this.#rowOf, () => 0);
    for (const [column, row] of this.#rowOf.entries()) columnOfRow[row] = column;
    return { columnOfRow, rowPrices: this.#rowPrices, columnPrices: this.#columnPrices };
  }

  /** Shortens the paths to columns by way of a row, which the path entered at `from`. */
  #relax(row: number, from: number): void {
    const { size, cells } = this.#square;
    for (let column = 0; column < size; column++) {
      const prices = (this.#rowPrices[row] ?? 0) + (this.#columnPrices[column] ?? 0);
      const cost = (cells[row * size + column] ?? 0) - prices;
      if (this.#isReached[column] || cost >= (this.#distance[column] ?? 0)) continue;
      this.#distance[column] = cost;
      this.#before[column] = from;
    }
  }

  #nearest(): number {
    let nearest = UNASSIGNED;
    for (let column = 0; column < this.#square.size; column++) {
      const isNearer =
        nearest === UNASSIGNED || (this.#distance[column] ?? 0) < (this.#distance[nearest] ?? 0);
      if (!this.#isReached[column] && isNearer) nearest = column;
    }
    return nearest;
  }

  /** Raises the prices along the path, so that the next cell on it costs no more than its prices. */
  #raise(start: number, step: number): void {
    this.#rowPrices[start] = (this.#rowPrices[start] ?? 0) + step;
    for (const [column, row] of this.#rowOf.entries()) {
      if (this.#isReached[column]) {
        this.#rowPrices[row] = (this.#rowPrices[row] ?? 0) + step;
        this.#columnPrices[column] = (this.#columnPrices[column] ?? 0) - step;
      } else this.#distance[column] = (this.#distance[column] ?? 0) - step;
    }
  }
}

/**
 * Tells certain pairs from ambiguous rows. A cell is in some optimal assignment if its prices equal its cost and its row
 * can reach itself through such cells: then the assignments along that cycle can be exchanged.
 */
function settled(
  { size, cells, none }: Square,
  { columnOfRow, rowPrices, columnPrices }: Solution,
  { rows, columns }: { readonly rows: readonly number[]; readonly columns: readonly number[] },
): Assignment {
  const costAt = (row: number, column: number) => cells[row * size + column] ?? none;
  const isTight = (row: number, column: number) =>
    costAt(row, column) === (rowPrices[row] ?? 0) + (columnPrices[column] ?? 0);
  const rowOfColumn = new Map(columnOfRow.map((column, row) => [column, row]));
  // A row leads to another one whose column it can take.
  const cycleOf = stronglyConnected(size, (row, other) => isTight(row, columnOfRow[other] ?? 0));
  const certain: { row: number; column: number }[] = [];
  const ambiguous: { row: number; columns: number[] }[] = [];
  for (const [at, row] of rows.entries()) {
    const possible = Array.from({ length: size }, (_, column) => column).filter(
      (column) =>
        isTight(at, column) && cycleOf.get(rowOfColumn.get(column) ?? at) === cycleOf.get(at),
    );
    const real = possible.filter((column) => costAt(at, column) < none);
    const [only] = real;
    if (only === undefined) continue;
    if (possible.length === 1) certain.push({ row, column: columns[only] ?? 0 });
    else ambiguous.push({ row, columns: real.map((column) => columns[column] ?? 0) });
  }
  return { certain, ambiguous };
}

/** Returns a number for each node that is equal for nodes that reach each other (Kosaraju's algorithm). */
function stronglyConnected(size: number, isEdge: (from: number, to: number) => boolean) {
  const nodes = Array.from({ length: size }, (_, node) => node);
  const finished: number[] = [];
  const seen = new Set<number>();
  const next = (from: number) => nodes.filter((to) => isEdge(from, to));
  for (const it of nodes) visit(it, { next, seen, leave: (node) => finished.push(node) });
  const numbers = new Map<number, number>();
  const assigned = new Set<number>();
  const before = (to: number) => nodes.filter((from) => isEdge(from, to));
  for (const it of finished.toReversed()) {
    visit(it, { next: before, seen: assigned, leave: (node) => numbers.set(node, it) });
  }
  return numbers;
}

interface Visit {
  readonly next: (node: number) => readonly number[];
  /** The nodes that were visited; new ones are added. */
  readonly seen: Set<number>;
  /** Called for each node after all that it reaches. */
  readonly leave: (node: number) => void;
}

/** Visits all nodes that a node reaches and that were not visited before, depth first: at most `MAX_CONNECTED` deep. */
function visit(node: number, on: Visit): void {
  if (on.seen.has(node)) return;
  on.seen.add(node);
  for (const next of on.next(node)) visit(next, on);
  on.leave(node);
}
