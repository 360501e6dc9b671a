/** A whole number from 0 to `below` - 1: the next of a row that is always the same. */
export type Chance = (below: number) => number;

/** The chance that the payable with this number has: it depends on the seed and the number, and on nothing else. */
export function chanceOf(seed: number, number: number): Chance {
  let state = mixed(Math.imul(seed | 0, 0x9e3779b1) ^ mixed(number + 1));
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    return Math.floor((mixed(state) / 2 ** 32) * below);
  };
}

/** Every bit of the outcome depends on every bit of the number. */
function mixed(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** An id of the usual form. Those of one seed are in the order of their numbers, which keeps an index of them in order. */
export function idOf(prefix: string, number: number, chance: Chance): string {
  const place = Array.from({ length: 6 }, (_, at) => (number >> (5 * (5 - at))) & 31);
  const rest = Array.from({ length: 10 }, () => chance(32));
  return `${prefix}_${[...place, ...rest].map((it) => base32[it]).join('')}`;
}
