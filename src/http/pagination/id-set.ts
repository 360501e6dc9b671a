const LEAST_PLACES = 1024;
/** Of all halves: three quarters of the places. */
const MOST_TAKEN = 3 / 8;

/**
 * The ids of rows that came, in 11 to 22 bytes each, so that a list of millions can be kept in mind. What is kept of an id
 * are 64 bits: of lists of a million rows, one in thirty million has two ids that are taken for one, and where the service
 * counts its rows that list is known to lack one.
 */
export class IdSet {
  size = 0;
  /** Two halves for each place; zero twice is a free one. */
  #halves = new Int32Array(2 * LEAST_PLACES);

  has(id: string): boolean {
    const [left, right] = print(id);
    return this.#isAt(this.#placeOf(left, right), left, right);
  }

  /** Whether it was not there before. */
  add(id: string): boolean {
    const [left, right] = print(id);
    const place = this.#placeOf(left, right);
    if (this.#isAt(place, left, right)) return false;
    this.#halves[place] = left;
    this.#halves[place + 1] = right;
    this.size++;
    if (this.size > this.#halves.length * MOST_TAKEN) this.#grow();
    return true;
  }

  #isAt(place: number, left: number, right: number): boolean {
    return this.#halves[place] === left && this.#halves[place + 1] === right;
  }

  /** Where it stands, or would stand. */
  #placeOf(left: number, right: number): number {
    const last = this.#halves.length - 2;
    let place = (left << 1) & last;
    while (!this.#isFree(place) && !this.#isAt(place, left, right)) place = (place + 2) & last;
    return place;
  }

  #isFree(place: number): boolean {
    return this.#halves[place] === 0 && this.#halves[place + 1] === 0;
  }

  #grow(): void {
    const before = this.#halves;
    this.#halves = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      const [left = 0, right = 0] = before.subarray(at, at + 2);
      if (left === 0 && right === 0) continue;
      const place = this.#placeOf(left, right);
      this.#halves[place] = left;
      this.#halves[place + 1] = right;
    }
  }
}

/** 64 bits of a text as two halves that depend on all of it, never both zero. */
function print(text: string): readonly [number, number] {
  let left = 0x9e_37_79_b9 | 0;
  let right = 0x85_eb_ca_6b | 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    left = Math.imul(left ^ unit, 0x85_eb_ca_77);
    right = Math.imul(right ^ unit, 0xc2_b2_ae_3d);
    left = (left << 13) | (left >>> 19);
    right = (right << 15) | (right >>> 17);
  }
  left = mixed(left ^ right);
  right = mixed(right + Math.imul(left, 5));
  return left === 0 && right === 0 ? [1, 0] : [left, right];
}

function mixed(half: number): number {
  let it = Math.imul(half ^ (half >>> 16), 0x85_eb_ca_6b);
  it = Math.imul(it ^ (it >>> 13), 0xc2_b2_ae_35);
  return (it ^ (it >>> 16)) | 0;
}
