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
  options: NestedRunOptions,
  host: System,
  run: RunLine,
): Promise<NestedRunResult> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const scoped = withScopedSignals(host);
  const exitCode = await run({
    ...scoped.host,
    argv,
    env: options.env,
    home: options.env['HOME'],
    cwd: options.cwd ?? host.cwd,
    stdin: {
      isTTY: false,
      async *read() {
        if (options.stdin !== undefined) yield Buffer.from(options.stdin);
      },
      keyboard: host.stdin.keyboard,
    },
    stdout: collectInto(out, host.stdout.isTTY ? host.stdout.columns : undefined),
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
  isMidLine: () => false,
  write: async (chunk) => {
    chunks.push(Buffer.from(chunk));
  },
});
