/** Runs a command line within another one. */

import type { NestedRunOptions, NestedRunResult } from '../context.ts';
import { withScopedSignals } from '../scoped-signals.ts';
import type { System } from '../system.ts';

/** Runs the whole program on a `System` and returns its exit code. */
export type RunLine = (system: System) => Promise<number>;

/**
 * Runs another command line in this process, without a terminal and with its own environment, and returns its output.
 */
export async function runNested(
  argv: readonly string[],
  options: NestedRunOptions,
  system: System,
  run: RunLine,
): Promise<NestedRunResult> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const scoped = withScopedSignals(system);
  const exitCode = await run({
    ...scoped.system,
    argv,
    env: options.env,
    home: options.env['HOME'],
    cwd: options.cwd ?? system.cwd,
    stdin: {
      isTTY: false,
      async *read() {
        if (options.stdin !== undefined) yield Buffer.from(options.stdin);
      },
      keyboard: system.stdin.keyboard,
    },
    stdout: collectInto(out, system.stdout.isTTY ? system.stdout.columns : undefined),
    stderr: collectInto(err, undefined),
  }).finally(scoped.release);
  return {
    exitCode,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  };
}

const collectInto = (chunks: Uint8Array[], columns: number | undefined): System['stdout'] => ({
  isTTY: columns !== undefined,
  columns,
  rows: undefined,
  isMidLine: () => false,
  write: async (chunk) => {
    chunks.push(Buffer.from(chunk));
  },
});
