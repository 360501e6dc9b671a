import type { Unfulfilled } from './errors.ts';

/** One thing that was looked at, and what to type where it is not as it should be. Secrets never stand in it. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  readonly next: string | null;
}

/** Everything that this program needs to work, looked at and left as it is. */
export interface Examination {
  readonly checks: readonly Check[];
  /** How a command would end because of the first thing that failed; null when nothing did. */
  readonly failure: Unfulfilled['how'] | null;
}

/** Looks at the program's own surroundings, also when they are broken; at the service too, over the `network`. Never throws. */
export type Examine = (wishes: { readonly network: boolean }) => Promise<Examination>;
