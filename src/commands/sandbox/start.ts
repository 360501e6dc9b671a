import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { UsageError } from '../../money/errors.ts';
import { columns, recordOf } from '../../render/view.ts';
import type { ServerInfo } from '../../sandbox/server/pid-file.ts';
import { servingNow } from './control-client.ts';
import { DEFAULT_PORT, folderOf } from './data-dir.ts';
import { ignoredFlagsText } from './ignored-flags.ts';
import { showNextSteps } from './next-steps.ts';
import { assertReachIsMeant } from './reach.ts';
import { chooseProfile, describeRunning, type Running, type Serving } from './sandbox-profile.ts';
import { spawnServer } from './spawn.ts';
import { startFlags } from './start-flags.ts';

export const start = command({
  name: 'start',
  summary: 'Start the sandbox and sign in to it',
  about:
    'Listens on 127.0.0.1 and stores everything in its data directory; --seed, --clock and --now apply to a new one. Writes a profile, which becomes the current one if there is none: `sandbox`, or the name that -P gives. To share a sandbox, start each server with the same --database URL.',
  details:
    'Other machines reach it only with --host, --allow-host, and both tokens set: REMIT_SANDBOX_TOKEN and REMIT_SANDBOX_CONTROL_TOKEN. GET /ready answers when it serves; with --foreground -o ndjson it then prints one line of JSON. A profile of another sandbox or service is not changed: a further sandbox gets the profile `sandbox-2`.',
  flags: {
    ...startFlags,
    foreground: toggle('--foreground', 'run in the foreground until interrupted'),
  },
  view: recordOf(
    columns('baseUrl', 'pid', 'dataDir', 'profile', 'token', 'expiresAt:time', 'businesses:json'),
  ),
  examples: {
    'Start the sandbox in the background': 'remit sandbox start',
    'Start it, and name its profile': 'remit sandbox start -P rehearsal',
    'Start it with example data and a frozen clock':
      'remit sandbox start --seed demo --clock frozen --now 2026-03-02T15:00:00Z --json',
  },

  async run({ context, flags }): Promise<Running | AsyncIterable<Serving>> {
    assertReachIsMeant(context, flags);
    if (flags.foreground) {
      refuseProfile(context);
      const { serveSandbox } = await import('./serve.ts');
      return serveSandbox(context, flags);
    }
    const dataDir = folderOf(context, flags.dir);
    const existing = await servingNow(dataDir, context);
    const baseUrl = existing?.baseUrl ?? `http://127.0.0.1:${flags.port ?? DEFAULT_PORT}`;
    const profile = chooseProfile(context, { dataDir, baseUrl });
    if (existing) {
      refuseOther(flags.database, existing, dataDir);
      context.notice(`A sandbox is already running on ${dataDir}.`);
    }
    const serving = existing ?? (await spawnServer(context, flags, dataDir));
    const ignored = ignoredFlagsText(flags, serving, { isRunning: existing !== undefined });
    if (ignored !== undefined) context.notice(ignored);
    const running = await describeRunning(context, serving, { dataDir, profile });
    await showNextSteps(context, running, flags.dir);
    return running;
  },
});

/** Refuses `-P` for a server in the foreground, which writes no profile. */
function refuseProfile({ globalFlags }: Context): void {
  if (globalFlags.profile === undefined) return;
  throw new UsageError('--foreground writes no profile: leave --profile out.');
}

/** Refuses a sandbox that runs on another database than the one that is named. */
function refuseOther(
  requested: string | undefined,
  { database }: ServerInfo,
  dataDir: string,
): void {
  if (requested === undefined || requested === database) return;
  const location = database ?? 'that directory';
  throw new UsageError(
    `A sandbox is already running on ${dataDir} and stores its data in ${location}.`,
    {
      next: ['remit sandbox stop', 'add --dir <dir> to start another one'],
    },
  );
}
