import type { ConditionError } from './errors.ts';

/** One thing that was looked at, and what to type where it is not as it should be. Secrets never stand in it. */
export interface CheckSummary {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  readonly next: string | null;
}

/** Everything that this program needs to work, looked at and left as it is. */
export interface DoctorReport {
  readonly checks: readonly CheckSummary[];
  /** How a command would end because of the first thing that failed; null when nothing did. */
  readonly failure: ConditionError['kind'] | null;
}

/** Looks at the program's own surroundings, also when they are broken; at the service too, over the `network`. Never throws. */
export type RunDoctorChecks = (wishes: { readonly network: boolean }) => Promise<DoctorReport>;
