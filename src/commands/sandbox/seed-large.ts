import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { option } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { UnreachableError } from '../../http/errors.ts';
import type { Control } from './control-client.ts';

/** How many payables a big sandbox gets. */
export const payablesFlag = {
  payables: option(
    '--payables <n>',
    'for the seed big: number of payables (default 100000)',
    wholeNumber(1, 10_000_000),
  ),
};

/** Throws `UsageError` for a number of payables that the seed does not know. */
export function assertPayablesFlag(seed: string | undefined, payables: number | undefined): void {
  if (payables === undefined || seed === 'big') return;
  throw new UsageError('--payables requires the seed big.');
}

/** Fills an empty sandbox with very many payables, part by part, and says how far it is. Goes on where it was interrupted. */
export async function fillBigSandbox(
  context: Context,
  call: Control['call'],
  wish: { readonly payables?: number | undefined; readonly seed?: number | undefined },
): Promise<unknown> {
  try {
    for (;;) {
      const progress = (await call('POST', '/sandbox/seed', { name: 'big', ...wish })) as Progress;
      const { made, payables } = progress;
      context.progress.show(`Created ${made} of ${payables} payables`);
      if (made >= payables) return progress;
      if (context.host.interrupted.aborted) throw interrupted(progress);
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

/** What the data folder begins with: a big sandbox is filled once it runs. */
export const folderSeed = (seed: 'demo' | 'empty' | 'big' | undefined) =>
  seed === 'big' ? 'empty' : seed;

/** The same for a sandbox that was just started, which may have been there before: then it stays as it is. */
export async function fillStarted(
  context: Context,
  call: Control['call'],
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
