/** Limits and targets of benchmarks. */

/** Node 20 has ended; limits of a start are wider there. */
const WIDER_ON_20 = 1.2;

/** Returns limit and target of a benchmark on a major version of Node.js. */
function boundsOf({ most, least, isStart }, node) {
  const [limit, target] = most ?? least;
  return [isStart && Number(node) === 20 ? limit * WIDER_ON_20 : limit, target];
}

/** Returns `target met`, `limit met` or `MISSED`. */
export function verdictOf(row, node, median) {
  const holds = (bound) => (row.most ? median <= bound : median >= bound);
  const [limit, target] = boundsOf(row, node);
  if (holds(target)) return 'target met';
  return holds(limit) ? 'limit met' : 'MISSED';
}
