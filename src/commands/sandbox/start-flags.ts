/** The flags of `sandbox start`. */

import { clockModes } from '../../api/controls/clock.ts';
import { seeds } from '../../api/controls/state.ts';
import { choice, type FlagValues, InvalidValueError, option } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { idempotencyModes } from '../../sandbox/context/settings.ts';
import { dirFlag } from './data-dir.ts';
import { receiverUrl } from './event-flags.ts';

const serverFlags = {
  port: option('--port <n>', 'port, 0 for a free one (default 4010)', wholeNumber(0, 65_535)),
  host: choice(
    '--host <address>',
    'address to listen on: 0.0.0.0 or :: for other machines, too (default 127.0.0.1)',
    ['127.0.0.1', '0.0.0.0', '::'],
  ),
  hostNames: option(
    '--allow-host <name,…>',
    'names by which other machines reach the sandbox; links in emails contain the first',
    hostNames,
  ),
  seed: choice('--seed <seed>', 'seed data of a new sandbox (default demo)', seeds),
  clock: choice(
    '--clock <mode>',
    'whether the clock of a new sandbox runs (default real)',
    clockModes,
  ),
  now: option('--now <iso>', 'time at which a new sandbox starts', moment),
  ttl: option('--ttl <s>', 'lifetime of tokens in seconds', wholeNumber(1, 315_360_000)),
  idempotency: choice(
    '--idempotency <mode>',
    'whether, and how long, a repeated Idempotency-Key returns the first response (default on)',
    idempotencyModes,
  ),
  leaves: choice(
    '--initiate-leaves-approved <when>',
    'when a paid payable leaves the status APPROVED (default at-settlement)',
    ['immediately', 'at-settlement'],
  ),
  conflictStatus: choice(
    '--conflict-status <status>',
    'HTTP status of a status conflict (default 409)',
    ['409', '422'],
  ),
  strict: choice('--strict <on|off>', 'whether unknown request fields are refused (default on)', [
    'on',
    'off',
  ]),
  rateLimit: option(
    '--rate-limit <n>',
    'rate limit: requests per minute and token',
    wholeNumber(1, 1_000_000),
  ),
  database: option('--database <url>', 'PostgreSQL database, shared by several servers', database),
  webhookUrl: option('--webhook-url <url>', 'URL to deliver signed events to', receiverUrl),
};

export const startFlags = { ...dirFlag, ...serverFlags };

export type StartOptions = Partial<FlagValues<typeof startFlags>>;

export type ServerFlag = keyof typeof serverFlags;

/** Returns a flag that is passed on as it is typed: `--port`. */
export const startFlagName = (name: ServerFlag): string =>
  serverFlags[name].syntax.split(' ')[0] ?? '';

/** Returns the flags that are passed on to the server as words of a command line. */
export const startArgvOf = (options: StartOptions): string[] =>
  (Object.keys(serverFlags) as ServerFlag[]).flatMap((name) =>
    options[name] === undefined ? [] : [startFlagName(name), String(options[name])],
  );

export function moment(text: string): string {
  if (!Number.isNaN(Date.parse(text)) && /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text))
    return text;
  throw new InvalidValueError(`must be a time such as 2026-03-02T15:00:00Z, not '${text}'`);
}

/** Parses host names, each with a port or without. */
function hostNames(text: string): readonly string[] {
  const names = text.toLowerCase().split(',');
  const wrong = names.find((name) => !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(name));
  if (wrong === undefined) return names;
  throw new InvalidValueError(`must be host names such as sandbox.test, not '${wrong}'`);
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
