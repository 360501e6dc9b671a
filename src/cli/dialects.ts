import type { Assumption } from '../contract/schema/assumptions.ts';

/** The names that this program assumed, and how the service of the profile in use spells them. */
export interface Dialects {
  /** Every assumption, or those that are spelled in another way. Throws `ConfigError` for a damaged dialect. */
  readonly list: (wishes: { readonly changed: boolean }) => Promise<readonly Assumption[]>;
  /** Gives a name its spelling; the profile whose dialect that is. Throws `UsageError`, `ConfigError`. */
  readonly set: (name: string, apiName: string) => Promise<string>;
  readonly unset: (name: string) => Promise<string>;
  /** Asks the service what can be asked without changing anything, and compares. */
  readonly check: () => Promise<readonly AssumptionCheck[]>;
}

/** An assumption beside what the service's answers show of it. */
export interface AssumptionCheck extends Assumption {
  readonly result: 'mismatch' | 'confirmed' | 'unverified';
  /** What an answer has in its place, or why nothing can be said. */
  readonly seen: string | null;
  /** What to type where the answer has another name for it. */
  readonly suggestion: string | null;
}
