/**
 * Returns the known words within a small edit distance of `word`, for "did you mean": at most 1 edit per 2.5 letters,
 * and always at least 1. Keeps the order of `known`.
 */
export const closestMatches = (word: string, known: readonly string[]): readonly string[] =>
  known.filter(
    (candidate) => distance(word, candidate) <= Math.max(1, Math.floor(word.length / 2.5)),
  );

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
