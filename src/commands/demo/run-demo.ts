import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { assertSandboxesExempt } from '../../config/machine-policy.ts';
import {
  assertWritable,
  createUnwritableError,
  isEnvironmentError,
} from '../../config/system-error.ts';
import { createTemporaryFolder, SET_TMPDIR } from '../../config/temporary-folder.ts';
import { openSandboxService } from '../../sandbox/server/serve.ts';
import { createDemoRunner, type DemoOutput } from './isolated-runner.ts';
import { demoSteps } from './steps.ts';

interface DemoFlags {
  readonly step: boolean;
  readonly full: boolean;
}

/** The width of a terminal whose width is unknown. */
const DEFAULT_WIDTH = 80;
const INDENT = '   ';

/**
 * Runs the demo and yields its output. The service and its directory are removed at the end, even after an error.
 *
 * @throws {ConfigError} Before it begins, if the machine policy binds sandboxes or the current directory cannot be
 *   written. Later, if there is no space left.
 */
export async function* runDemo(context: Context, flags: DemoFlags): AsyncIterable<string> {
  await assertSandboxesExempt(context.system);
  assertWritable(context.system.cwd);
  const folder = await createTemporaryFolder('remit-demo-');
  try {
    yield* runSteps(context, folder, flags);
  } catch (error) {
    throw isEnvironmentError(error) ? createUnwritableError(folder, error, SET_TMPDIR) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* runSteps(
  context: Context,
  folder: string,
  { step, full }: DemoFlags,
): AsyncIterable<string> {
  const dataDir = join(folder, 'sandbox');
  let shortage: unknown;
  const service = await openSandboxService({
    dataDir,
    port: 0,
    pid: context.system.pid,
    seed: 'empty',
    clock: 'frozen',
    now: new Date('2026-03-02T15:00:00Z'),
    onFault(fault) {
      if (isEnvironmentError(fault)) shortage = fault;
      else context.notice(`The sandbox failed: ${fault}`);
    },
  });
  try {
    const runner = createDemoRunner(context, { folder, dataDir, baseUrl: service.baseUrl });
    const { columns } = context.system.stdout;
    const show = (output: DemoOutput) => (full ? output.full : fitLines(output.short, columns));
    const ids = { acmeBank: '', coastalBank: '', connection: '', invoice: '' };
    for (const [at, { title, run }] of demoSteps.entries()) {
      if (at > 0 && step) await context.prompt.pause('Press Enter to continue');
      yield `${at + 1}. ${title}\n${full ? '\n' : ''}`;
      for await (const output of run(runner, ids)) yield show(output);
      yield '\n';
    }
    yield full ? '' : 'To see the whole output of every command, run remit demo --full.\n';
    yield 'Done. This sandbox was deleted; run remit sandbox start for one to keep.\n';
  } catch (error) {
    // The command of the demo saw no more than a request that failed.
    throw shortage ?? error;
  } finally {
    await service.close();
  }
}

/** Indents lines, and ends those that are wider than a terminal with an ellipsis. */
function fitLines(text: string, columns = DEFAULT_WIDTH): string {
  const width = columns - INDENT.length;
  return text
    .split(/(?<=\n)/)
    .filter(Boolean)
    .map((line) => (line.length > width + 1 ? `${line.slice(0, width - 1)}…\n` : line))
    .map((line) => `${INDENT}${line}`)
    .join('');
}
