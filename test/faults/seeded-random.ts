/** A seeded random generator. */

/** Creates a generator of numbers from 0 to below 1 (mulberry32). The seed reproduces a failed run. */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
    happens: (probability: number): boolean => next() < probability,
  };
}

/** A seeded random generator. */
export type Chance = ReturnType<typeof chance>;
