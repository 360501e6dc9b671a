/** Seeds a sandbox with a large number of payables. */

import { UnreachableError } from '../../api/client/errors.ts';
import { controls } from '../../api/controls/controls.ts';
import type { Seed } from '../../api/controls/state.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { Context } from '../../cli/context.ts';
import { option } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import type { ControlCall } from './control-client.ts';

/** The flag for the number of payables of a big sandbox. */
export const payablesFlag = {
  payables: option(
    '--payables <n>',
    'for the seed big: number of payables (default 100000)',
    wholeNumber(1, 10_000_000),
  ),
};

/**
 * Refuses a number of payables for a seed that takes none.
 *
 * @throws {UsageError} unless the seed is `big`.
 */
export function assertPayablesFlag(seed: string | undefined, payables: number | undefined): void {
  if (payables === undefined || seed === 'big') return;
  throw new UsageError('--payables requires the seed big.');
}

/**
 * Seeds an empty sandbox with a large number of payables, part by part, and shows the progress. Continues after an
 * interrupt.
 */
export async function fillBigSandbox(
  context: Context,
  call: ControlCall,
  options: { readonly payables?: number | undefined; readonly seed?: number | undefined },
): Promise<unknown> {
  try {
    for (;;) {
      const progress = (await call(controls.seed, {
        name: 'big',
        ...options,
      })) as Progress;
      const { made, payables } = progress;
      context.progress.show(`Created ${made} of ${payables} payables`);
      if (made >= payables) return progress;
      if (context.system.interrupted.aborted) throw interrupted(progress);
    }
  } finally {
    context.progress.end();
  }
}

interface Progress {
  readonly made: number;
  readonly payables: number;
}

const interrupted = ({ made, payables }: Progress) =>
  new UnreachableError(
    `Interrupted after ${made} of ${payables} payables; run the same command again to continue.`,
    { sent: false, interrupted: true },
  );

/** Returns the seed that a data folder is created with: a big sandbox starts empty and is filled once it runs. */
export const folderSeed = (seed: Seed | 'big' | undefined): Seed | undefined =>
  seed === 'big' ? 'empty' : seed;

/** Fills a sandbox that was just started with the seed `big`. One that existed before stays unchanged. */
export async function fillStarted(
  context: Context,
  call: ControlCall,
  {
    seed,
    payables,
  }: { readonly seed?: string | undefined; readonly payables?: number | undefined },
): Promise<void> {
  if (seed !== 'big') return;
  try {
    await fillBigSandbox(context, call, { payables });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'already_seeded')) throw error;
    context.notice('This sandbox folder already exists: not seeded again.');
  }
}
