import type { Payable } from '../../contract/payable.ts';

/** How far a complete export came: the newest moment, and the ids of what was made around it. */
export interface WatermarkState {
  readonly until: string | null;
  readonly ids: readonly string[];
}

/** What was made shortly before the newest may be listed late: so far back ids decide, and not the moment. */
const OVERLAP_MS = 3_600_000;

/** Tells what an earlier export held from what is new, and finds out how far this one comes. */
export class ExportWatermark {
  readonly #before: number;
  readonly #held: ReadonlySet<string>;
  readonly #seen = new Map<string, number>();
  #newest: number;

  constructor({ until, ids }: WatermarkState = { until: null, ids: [] }) {
    this.#before = momentOf(until);
    this.#newest = this.#before;
    this.#held = new Set(ids);
  }

  /** A row without a moment is known by its id alone; comparing with what is no number is false. */
  isNew({ id, createdAt }: Payable): boolean {
    const at = momentOf(createdAt);
    if (at > this.#newest || Number.isNaN(this.#newest)) this.#newest = at;
    const isRecent = !(at < this.#newest - OVERLAP_MS);
    if (isRecent) this.#seen.set(id, at);
    return !(at < this.#before - OVERLAP_MS) && !this.#held.has(id);
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
