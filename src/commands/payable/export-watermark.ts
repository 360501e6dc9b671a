import type { Payable } from '../../contract/payable.ts';

/**
 * The watermark of a complete export: the newest creation time (UTC ISO 8601), and the ids of rows created
 * shortly before.
 */
export interface WatermarkState {
  readonly until: string | null;
  readonly ids: readonly string[];
}

/** Time before the newest row in which ids decide instead of the time, since the service may list a row late. */
export const OVERLAP_MS = 3_600_000;

/** Decides which rows an earlier export did not contain, and computes the next watermark. */
export class ExportWatermark {
  readonly #boundary: number;
  readonly #idsAtBoundary: ReadonlySet<string>;
  readonly #seen = new Map<string, number>();
  #newest: number;

  constructor({ until, ids }: WatermarkState = { until: null, ids: [] }) {
    this.#boundary = momentOf(until);
    this.#newest = this.#boundary;
    this.#idsAtBoundary = new Set(ids);
  }

  /**
   * Reports whether a row is new. A row without a time is recognized by its id alone: comparisons with `NaN` are false.
   */
  isNew({ id, createdAt }: Payable): boolean {
    const at = momentOf(createdAt);
    if (at > this.#newest || Number.isNaN(this.#newest)) this.#newest = at;
    const isRecent = !(at < this.#newest - OVERLAP_MS);
    if (isRecent) this.#seen.set(id, at);
    return !(at < this.#boundary - OVERLAP_MS) && !this.#idsAtBoundary.has(id);
  }

  state(): WatermarkState {
    const recent = [...this.#seen].filter(([, at]) => !(at < this.#newest - OVERLAP_MS));
    return {
      until: Number.isNaN(this.#newest) ? null : new Date(this.#newest).toISOString(),
      ids: recent.map(([id]) => id),
    };
  }
}

const momentOf = (text: string | null | undefined) => Date.parse(text ?? '');
