/** Waiting for the service or for a person, with an end that the caller sets. */

import type { Context } from '../cli/context.ts';
import type { System } from '../cli/system.ts';
import { InterruptedError } from '../errors/errors.ts';
import { ConditionError } from '../money/errors.ts';
import { sanitize } from '../render/sanitize.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** The longest wait in seconds, and the error if nothing came. */
export interface WaitOptions {
  readonly seconds: number;
  readonly message: string;
  readonly next: readonly string[];
}

/**
 * Calls `ask` with back-off (250 ms to 5 s) until it returns a value. An interrupt ends the wait at once.
 *
 * @throws {ConditionError} (15) after `seconds`.
 * @throws {InterruptedError} (130, 143) at an interrupt.
 */
export async function poll<Result>(
  { system }: Pick<Context, 'system'>,
  ask: () => Promise<Result | undefined>,
  options: WaitOptions,
): Promise<Result> {
  const { setTimeout: pause } = await import('node:timers/promises');
  const { interrupted: signal } = system;
  const deadline = performance.now() + options.seconds * 1000;
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_PAUSE_MS)) {
    const result = await ask();
    if (result !== undefined) return result;
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0 || signal.aborted) return giveUp(system, options);
    await pause(Math.min(waitMs, remainingMs), undefined, { signal }).catch(() => {});
  }
}

/** Waits `seconds` seconds; an interrupt ends the wait at once and is not an error. */
export async function sleep({ system }: Pick<Context, 'system'>, seconds: number): Promise<void> {
  const { setTimeout: pause } = await import('node:timers/promises');
  await pause(seconds * 1000, undefined, { signal: system.interrupted }).catch(() => {});
}

/** A URL on this machine that a browser is redirected to, with the answer in its query. */
export interface RedirectListener {
  readonly url: string;
  /**
   * Returns the query of the first visit that `matches` accepts; other visits are refused.
   *
   * @throws {ConditionError} (15) after `seconds`.
   * @throws {InterruptedError} (130, 143) at an interrupt.
   */
  readonly visit: (
    matches: (query: URLSearchParams) => boolean,
    options: WaitOptions,
  ) => Promise<URLSearchParams>;
}

/** Listens for a browser's redirect while `use` runs (RFC 8252, section 7.3). */
export async function withRedirectListener<Result>(
  { system }: Pick<Context, 'system'>,
  use: (listener: RedirectListener) => Promise<Result>,
): Promise<Result> {
  const { listenOnLoopback } = await import('../api/client/transport/loopback-server.ts');
  const loopback = await listenOnLoopback(system.interrupted);
  try {
    return await use({
      url: loopback.url,
      visit: async (matches, options) =>
        (await loopback.visit(matches, options.seconds * 1000)) ?? giveUp(system, options),
    });
  } finally {
    loopback.close();
  }
}

/** Prints a URL to stderr in any output format, and opens it in a browser if `open`. */
export async function showUrl(
  { system }: Pick<Context, 'system'>,
  url: string,
  { reason, open }: { readonly reason: string; readonly open: boolean },
): Promise<void> {
  await system.stderr.write(`${sanitize(`${reason}: ${url}`)}\n`);
  if (open && !(await system.openUrl(url)))
    await system.stderr.write('No browser could be started: open the URL yourself.\n');
}

function giveUp({ interrupted }: System, { message, next }: WaitOptions): never {
  if (interrupted.aborted) throw new InterruptedError(String(interrupted.reason));
  throw new ConditionError('waited', 'nothing_came', message, { next });
}
