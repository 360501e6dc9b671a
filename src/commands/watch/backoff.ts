/** Seconds between two looks while something happens. */
const FIRST_S = 5;
/** And at most while nothing does. */
const LONGEST_S = 60;
/** After failures it is asked ever more seldom, up to this. */
const PATIENCE_S = 300;
/** A look that takes long is a burden to the service: it is left alone so many times as long. */
const SHARE = 9;

/** How long a watch rests between two looks, so that it is no burden. */
export class Tempo {
  #pauseS: number;
  #tookMs = 0;
  readonly #interval: number | undefined;

  /** `interval`: seconds between two looks, always the same; undefined lets it find its own. */
  constructor(interval: number | undefined) {
    this.#interval = interval;
    this.#pauseS = interval ?? FIRST_S;
  }

  /** Does something, and remembers how long it took. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await work();
    this.#tookMs = performance.now() - startedAt;
    return result;
  }

  saw(changes: number): void {
    const slower = Math.min(Math.max(this.#pauseS, FIRST_S) * 1.5, LONGEST_S);
    this.#pauseS = this.#interval ?? (changes === 0 ? slower : FIRST_S);
  }

  failed(): void {
    this.#pauseS = Math.min(this.#pauseS * 2, PATIENCE_S);
  }

  /** Seconds to rest now. */
  get restS(): number {
    return Math.max(this.#pauseS, (this.#tookMs / 1000) * SHARE);
  }
}
