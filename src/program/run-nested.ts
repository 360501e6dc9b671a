/** Runs a command line within another one. */

import type { NestedRunOptions, NestedRunResult } from '../cli/context.ts';
import { withScopedSignals } from '../cli/scoped-signals.ts';
import type { System } from '../cli/system.ts';

/** Runs the whole program on a host and returns its exit code. */
export type RunLine = (host: System) => Promise<number>;

/**
 * Runs another command line in this process, without a terminal and with its own environment, and returns its output.
 */
export async function runNested(
  argv: readonly string[],
  around: NestedRunOptions,
  host: System,
  run: RunLine,
): Promise<NestedRunResult> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const own = withScopedSignals(host);
  const exitCode = await run({
    ...own.host,
    argv,
    env: around.env,
    home: around.env['HOME'],
    cwd: around.cwd ?? host.cwd,
    stdin: {
      isTTY: false,
      async *read() {
        if (around.stdin !== undefined) yield Buffer.from(around.stdin);
      },
      keyboard: host.stdin.keyboard,
    },
    stdout: collecting(out, host.stdout.isTTY ? host.stdout.columns : undefined),
    stderr: collecting(err, undefined),
  }).finally(own.release);
  return {
    exitCode,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  };
}

const collecting = (chunks: Uint8Array[], columns: number | undefined): System['stdout'] => ({
  isTTY: columns !== undefined,
  columns,
  isMidLine: () => false,
  write: async (chunk) => {
    chunks.push(Buffer.from(chunk));
  },
});
