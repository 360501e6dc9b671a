/** Flags of `sandbox start` that an existing sandbox does not take. */

import { LOOPBACK } from '../../sandbox/server/listen.ts';
import type { ServerInfo, ServerSettings } from '../../sandbox/server/pid-file.ts';
import { type ServerFlag, type StartOptions, startFlagName } from './start-flags.ts';

type Setting = Exclude<ServerFlag, 'database'>;

/**
 * Returns a sentence that names the flags that were not applied and what is in effect instead; `undefined` if all were.
 * `isRunning` means that the server was there before.
 */
export function ignoredFlagsText(
  options: StartOptions,
  { baseUrl, settings }: Pick<ServerInfo, 'baseUrl' | 'settings'>,
  { isRunning }: { readonly isRunning: boolean },
): string | undefined {
  if (settings.isNew && !isRunning) return undefined;
  const inEffect = valuesOf(settings, baseUrl);
  const ignored = (Object.keys(inEffect) as Setting[]).filter((name) => {
    if (options[name] === undefined) return false;
    // A port is free or not: the server that was just started took the one that was asked for.
    if (name === 'port' && (!isRunning || options.port === 0)) return false;
    return name === 'now' || String(options[name]) !== inEffect[name];
  });
  if (ignored.length === 0) return undefined;
  const texts = ignored.map((name) => textOf(name, options, inEffect));
  return `Not applied to the existing sandbox: ${texts.join(', ')}.`;
}

function textOf(
  name: Setting,
  options: StartOptions,
  inEffect: Readonly<Record<Setting, string | undefined>>,
): string {
  const flag = `${startFlagName(name)} ${options[name]}`;
  if (name === 'now') return `${flag} (remit sandbox clock set moves its clock)`;
  return `${flag} (it has ${inEffect[name] ?? 'none'})`;
}

/** Returns the values in effect as the flags spell them. */
function valuesOf(
  settings: ServerSettings,
  baseUrl: string,
): Readonly<Record<Setting, string | undefined>> {
  const { seed, clock, options, tokenTtlSeconds, perMinute, webhookUrl } = settings;
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return {
    port: new URL(baseUrl).port,
    host: settings.address ?? LOOPBACK,
    hostNames: settings.hostNames?.join(),
    ...{ seed, clock, now: undefined },
    idempotency: options.idempotency,
    leaves: options.initiateLeavesApproved,
    conflictStatus: text(options.conflictStatus),
    strict: options.strict,
    ttl: text(tokenTtlSeconds),
    rateLimit: text(perMinute),
    webhookUrl,
  };
}
