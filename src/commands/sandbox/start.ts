import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { choice, InvalidValueError, option, toggle } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { idempotencyModes, seeds } from '../../contract/control-records.ts';
import { columns, recordOf } from '../../render/view.ts';
import type { ServerInfo } from '../../sandbox/server/pid-file.ts';
import { caller, servingNow } from './control-client.ts';
import { DEFAULT_PORT, dataFlag, folderOf } from './data-dir.ts';
import { receiverUrl } from './event-flags.ts';
import { ignoredFlagsText } from './ignored-flags.ts';
import { showNextSteps } from './next-steps.ts';
import { chooseProfile, describeRunning, type Running, type Serving } from './sandbox-profile.ts';
import { assertPayablesFlag, fillStarted, folderSeed, payablesFlag } from './seed-large.ts';
import type { StartOptions } from './serve.ts';
import { spawnServer } from './spawn.ts';

/** Flags that are passed on to the server as they were typed. */
const startFlags = {
  ...dataFlag,
  port: option(
    '--port <n>',
    'port on 127.0.0.1, 0 for a free one (default 4010)',
    wholeNumber(0, 65_535),
  ),
  seed: choice('--seed <seed>', 'data of a new sandbox', [...seeds, 'big']),
  ...payablesFlag,
  clock: choice('--clock <mode>', 'whether the clock of a new sandbox runs', ['real', 'frozen']),
  now: option('--now <iso>', 'initial time of a new sandbox', moment),
  tokenTtl: option('--token-ttl <s>', 'lifetime of tokens in seconds', wholeNumber(1, 315_360_000)),
  idempotency: choice(
    '--idempotency <mode>',
    'whether, and how long, a repeated Idempotency-Key returns the first response',
    idempotencyModes,
  ),
  leaves: choice(
    '--initiate-leaves-approved <when>',
    'when a paid payable leaves the status APPROVED',
    ['immediately', 'at-settlement'],
  ),
  conflictStatus: choice('--conflict-status <status>', 'HTTP status of a status conflict', [
    '409',
    '422',
  ]),
  strict: choice('--strict <on|off>', 'whether unknown request fields are refused', ['on', 'off']),
  rateLimit: option(
    '--rate-limit <n>',
    'rate limit: requests per minute and token',
    wholeNumber(1, 1_000_000),
  ),
  database: option('--database <url>', 'PostgreSQL database, shared by several servers', database),
  webhookUrl: option('--webhook-url <url>', 'URL to deliver signed events to', receiverUrl),
};

export const start = command({
  name: 'start',
  summary: 'Start the sandbox and sign in to it',
  about: [
    'Listens on 127.0.0.1 only and stores everything in its data folder; --seed, --clock and --now apply to a new one.',
    'To share a sandbox, start each server with the same --database URL.',
    'Writes a profile, which becomes the current one if there is none: `sandbox`, or the name that -P gives. A profile of another',
    'sandbox or service is not changed: a further sandbox gets the profile `sandbox-2`.',
  ].join('\n'),
  flags: {
    ...startFlags,
    foreground: toggle('--foreground', 'run in the foreground until interrupted'),
  },
  view: recordOf(
    columns('baseUrl', 'pid', 'dataDir', 'profile', 'token', 'expiresAt:time', 'businesses:json'),
  ),
  examples: [
    'remit sandbox start',
    'remit sandbox start --seed big --payables 1000',
    'remit sandbox start -P rehearsal',
    'remit sandbox start --seed demo --clock frozen --now 2026-03-02T15:00:00Z --json',
  ],

  async run({ context, flags }): Promise<Running | AsyncIterable<Serving>> {
    assertPayablesFlag(flags.seed, flags.payables);
    if (flags.foreground) {
      refuseProfile(context);
      const { serveSandbox } = await import('./serve.ts');
      return serveSandbox(context, flags);
    }
    const dataDir = folderOf(context, flags.data);
    const existing = await servingNow(dataDir, context);
    const baseUrl = existing?.baseUrl ?? `http://127.0.0.1:${flags.port ?? DEFAULT_PORT}`;
    const profile = chooseProfile(context, { dataDir, baseUrl });
    if (existing) {
      refuseOther(flags.database, existing, dataDir);
      context.notice(`A sandbox is already running on ${dataDir}.`);
    }
    const serving = existing ?? (await startServer(context, flags, dataDir));
    const ignored = ignoredFlagsText(flags, serving, { isRunning: existing !== undefined });
    if (ignored !== undefined) context.notice(ignored);
    const running = await describeRunning(context, serving, { dataDir, profile });
    await showNextSteps(context, running, flags.data);
    return running;
  },
});

async function startServer(
  context: Context,
  flags: StartOptions,
  dataDir: string,
): Promise<ServerInfo> {
  const started = await spawnServer(context, { ...flags, seed: folderSeed(flags.seed) }, dataDir);
  await fillStarted(context, caller(started), flags);
  return started;
}

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
  const location = database ?? 'that folder';
  throw new UsageError(
    `A sandbox is already running on ${dataDir} and stores its data in ${location}.`,
    {
      next: ['remit sandbox stop', 'add --data <dir> to start another one'],
    },
  );
}

function moment(text: string): string {
  if (!Number.isNaN(Date.parse(text)) && /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text))
    return text;
  throw new InvalidValueError(`must be a time such as 2026-03-02T15:00:00Z, not '${text}'`);
}

/** Parses a database URL without a password. */
function database(text: string): string {
  // Arguments are visible to everyone on the machine.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new InvalidValueError('must be a database such as postgres://user@host/name');
  }
  if (url.password === '' && !url.searchParams.has('password')) return text;
  throw new InvalidValueError(
    'must not include a password: it is read from PGPASSWORD or ~/.pgpass',
  );
}
