import type { Generated } from 'kysely';

/** What is to go wrong between the sandbox and who asks it. */
export interface FaultTables {
  faults: {
    seq: Generated<number>;
    id: string;
    /** JSON of `FaultWish`. */
    wish: string;
    /** How often it may still strike; null for ever. */
    times_left: number | null;
    struck: number;
    /** Where its own row of random numbers stands. */
    chance: number;
    created_at: string;
  };
}
