/**
 * Returns the known words within a small edit distance of `word`, for "did you mean": at most 1 edit per 2.5 letters,
 * and always at least 1. Keeps the order of `known`.
 */
export const closestMatches = (word: string, known: readonly string[]): readonly string[] =>
  known.filter(
    (candidate) => distance(word, candidate) <= Math.max(1, Math.floor(word.length / 2.5)),
  );

/**
 * Returns the nearest of the known dotted names, such as `payment.completed`: one that begins with `word`, otherwise one with
 * the same first part; `undefined` if none is near.
 */
export function closestDottedName(word: string, known: readonly string[]): string | undefined {
  const longer = known.find((name) => name.startsWith(word));
  if (longer !== undefined) return longer;
  const dot = word.lastIndexOf('.') + 1;
  const head = word.slice(0, dot);
  const siblings = known.filter((name) => name.startsWith(head));
  const tails = siblings.map((name) => name.slice(dot));
  const [near] = closestMatches(word.slice(dot), tails);
  return near === undefined ? undefined : `${head}${near}`;
}

/**
 * Returns the edit distance of two words (Damerau-Levenshtein): insertions, deletions, substitutions, and swaps of
 * neighbors.
 */
function distance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = nextRow([before, row], a.slice(0, i), b);
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

type Rows = readonly [before: readonly number[], row: readonly number[]];

function nextRow([before, row]: Rows, start: string, b: string): number[] {
  const next = [start.length];
  for (const [j, letter] of [...b].entries()) {
    const substitution = (row[j] ?? 0) + (start.at(-1) === letter ? 0 : 1);
    const changed =
      j > 0 && start.at(-1) === b[j - 1] && start.at(-2) === letter
        ? (before[j - 1] ?? 0) + 1
        : substitution;
    next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, substitution, changed));
  }
  return next;
}
