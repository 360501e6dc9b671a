/** The clock of a journal: one for all machines that share it. */

import type { SharedStore } from '../../storage/store.ts';
import { ClockDifferenceError } from './errors.ts';

/** The clock that times in a journal are written and judged by. */
export interface JournalClock {
  /** Returns the time in ms since the epoch. */
  readonly now: () => number;
  /** Returns the time as UTC ISO. */
  readonly at: () => string;
  /** Returns an error if the clock of this machine differs from it by more than 30 seconds. */
  readonly difference: () => ClockDifferenceError | undefined;
}

/**
 * Creates the clock of a journal: that of the database server when the transaction got its turn, and with a file that of this
 * machine. `replaced` is another one, in ms.
 */
export function createJournalClock(
  shared: SharedStore | undefined,
  replaced: (() => number) | undefined,
): JournalClock {
  const now = replaced ?? (shared ? () => shared.clock().nowMs : Date.now);
  return {
    now,
    at: () => new Date(now()).toISOString(),
    difference: () => {
      const aheadMs = shared?.clock().aheadMs ?? 0;
      return Math.abs(aheadMs) > MAX_MS
        ? new ClockDifferenceError(differenceText(aheadMs))
        : undefined;
    },
  };
}

const MAX_MS = 30_000;

function differenceText(aheadMs: number): string {
  const direction = aheadMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${durationText(Math.abs(aheadMs))} ${direction} that of the journal's database. Requests are recorded by the database's clock, and cannot be judged on this machine.`;
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
