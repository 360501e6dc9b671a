import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { assertSandboxesExempt } from '../../config/machine-policy.ts';
import { openSandboxService } from '../../sandbox/server/serve.ts';
import { createDemoRunner } from './isolated-runner.ts';
import { demoSteps } from './steps.ts';

/**
 * Runs the demo and yields its output. The service and its folder are removed at the end, even after an error.
 *
 * @throws {ConfigError} Before it begins, if the policy of the machine binds sandboxes.
 */
export async function* runDemo(context: Context, step: boolean): AsyncIterable<string> {
  await assertSandboxesExempt(context.system);
  const folder = await mkdtemp(join(tmpdir(), 'remit-demo-'));
  const dataDir = join(folder, 'sandbox');
  const service = await openSandboxService({
    dataDir,
    port: 0,
    pid: context.system.pid,
    seed: 'empty',
    clock: 'frozen',
    now: new Date('2026-03-02T15:00:00Z'),
    onFault: (fault) => context.notice(`The sandbox failed: ${fault}`),
  });
  try {
    const runner = createDemoRunner(context, { folder, dataDir, baseUrl: service.baseUrl });
    const ids = { acmeBank: '', coastalBank: '', connection: '', invoice: '' };
    for (const [at, { title, run }] of demoSteps.entries()) {
      if (at > 0 && step) await context.prompt.pause('Press Enter to continue');
      yield `\n${at + 1}. ${title}\n\n`;
      yield* run(runner, ids);
    }
    yield `\nDone. The temporary sandbox was deleted; run remit sandbox start for one to keep.\n`;
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}
