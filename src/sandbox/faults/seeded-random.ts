const RANGE = 0x1_00_00_00_00;

/** A number from 0 up to but not including 1, and where the row of them goes on: the same `chance` gives the same row. */
export function draw(chance: number): { readonly drawn: number; readonly next: number } {
  const next = (chance + 0x6d_2b_79_f5) >>> 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return { drawn: ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE, next };
}
