import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { choice, InvalidValueError, option, toggle } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { columns, recordOf } from '../../render/view.ts';
import type { ServerInfo } from '../../sandbox/server/pid-file.ts';
import { caller, servingNow } from './control-client.ts';
import { dataFlag, folderOf } from './data-dir.ts';
import { describeRunning, type Running } from './sandbox-profile.ts';
import { assertPayablesFlag, fillStarted, folderSeed, payablesFlag } from './seed-large.ts';
import { spawnServer } from './spawn.ts';

/** Flags that are passed on to the server as they were typed. */
const startFlags = {
  ...dataFlag,
  port: option(
    '--port <n>',
    'port on 127.0.0.1; 4010 when left out, 0 takes a free one',
    wholeNumber(0, 65_535),
  ),
  seed: choice('--seed <seed>', 'what a new sandbox holds', ['demo', 'empty', 'big']),
  ...payablesFlag,
  clock: choice('--clock <mode>', 'whether time passes in a new sandbox', ['real', 'frozen']),
  now: option('--now <iso>', 'where the clock of a new sandbox starts', moment),
  tokenTtl: option('--token-ttl <s>', 'seconds that a token lives', wholeNumber(1, 315_360_000)),
  idempotency: choice(
    '--idempotency <on|off>',
    'whether a repeated Idempotency-Key is answered again',
    ['on', 'off'],
  ),
  leaves: choice('--initiate-leaves-approved <when>', 'when a paid payable leaves APPROVED', [
    'immediately',
    'at-settlement',
  ]),
  conflictStatus: choice('--conflict-status <status>', 'how a conflict of states is answered', [
    '409',
    '422',
  ]),
  strict: choice('--strict <on|off>', 'whether an unknown member of a request is refused', [
    'on',
    'off',
  ]),
  rateLimit: option('--rate-limit <n>', 'requests a minute and token', wholeNumber(1, 1_000_000)),
  database: option(
    '--database <url>',
    'PostgreSQL database to keep everything in, for several servers at once',
    database,
  ),
  webhookUrl: option('--webhook-url <url>', 'address to tell events to, signed', address),
};

export const start = command({
  name: 'start',
  summary: 'Start the service on this machine and sign in to it',
  about: [
    'It listens on 127.0.0.1 only and keeps everything in its data folder: seed, clock and now count for a new one.',
    'With --database servers of several machines keep everything in one place, and the folder names this one alone.',
    'The profile `sandbox` is written, and becomes the current one when there is none.',
  ].join('\n'),
  flags: {
    ...startFlags,
    foreground: toggle('--foreground', 'serve in this very process until it is interrupted'),
  },
  view: recordOf(columns('baseUrl', 'pid', 'dataDir', 'token', 'businesses:json')),
  examples: [
    'remit sandbox start',
    'remit sandbox start --seed big --payables 1000',
    'remit sandbox start --seed demo --clock frozen --now 2026-03-02T15:00:00Z --json',
  ],

  async run({ context, flags }): Promise<Running | AsyncIterable<Running>> {
    assertPayablesFlag(flags.seed, flags.payables);
    if (flags.foreground) {
      const { serveSandbox } = await import('./serve.ts');
      return serveSandbox(context, flags);
    }
    const dataDir = folderOf(context, flags.data);
    const serving = await servingNow(dataDir, context);
    if (serving) {
      refuseOther(flags.database, serving, dataDir);
      context.notice(`A sandbox runs on ${dataDir} already.`);
      return describeRunning(context, serving, dataDir);
    }
    const started = await spawnServer(context, { ...flags, seed: folderSeed(flags.seed) }, dataDir);
    await fillStarted(context, caller(started), flags);
    return describeRunning(context, started, dataDir);
  },
});

/** Refuses a sandbox that runs on another database than the one that is named. */
function refuseOther(wanted: string | undefined, { database }: ServerInfo, dataDir: string): void {
  if (wanted === undefined || wanted === database) return;
  const where = database ?? 'that folder';
  throw new UsageError(`A sandbox runs on ${dataDir} already, and keeps everything in ${where}.`, {
    next: ['remit sandbox stop', 'add --data <dir> to start another one beside it'],
  });
}

function moment(text: string): string {
  if (!Number.isNaN(Date.parse(text)) && /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text))
    return text;
  throw new InvalidValueError(`must be a moment such as 2026-03-02T15:00:00Z, not '${text}'`);
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
    'must not hold a password: that is read from PGPASSWORD or ~/.pgpass',
  );
}

function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidValueError(
    `must be an address such as http://127.0.0.1:8080/events, not '${text}'`,
  );
}
