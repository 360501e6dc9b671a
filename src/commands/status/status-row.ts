import type { IsoDate } from '../../contract/schema/field-types.ts';

/** One line of `remit status`. */
export interface StatusRow {
  readonly what: string;
  /** `null` for an amount that is not of single records: a balance. */
  readonly count: number | null;
  /** In dollars; `null` if it has none. */
  readonly amount: number | null;
  /** The earliest date: of submission, approval, due date, failure, or the next settlement. Eastern. */
  readonly oldest: IsoDate | null;
  /** The command that shows or settles it. */
  readonly next: string | null;
  /** Whether somebody has to do something about it; false for what only has to be waited for, and for a balance. */
  readonly needsAction: boolean;
  /** A limit of the figures, or the reason why there are none; `null` if they are complete. */
  readonly note: string | null;
}
