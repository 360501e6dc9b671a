/** Divides unresolved intents into those of the profile and service in use, and others. */

import type { Context } from '../../cli/context.ts';
import type { System } from '../../cli/system.ts';
import { foldersOf } from '../../config/folders.ts';
import { readConfiguration } from '../../config/profiles.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import type { Intent } from '../../money/journal/intent.ts';

/** Unresolved intents of another profile or service. */
export interface UnresolvedElsewhere {
  readonly count: number;
  /** The profile or service that they belong to: `of profile sandbox`, `at https://…`. */
  readonly owner: string;
  /** The command that resolves them. */
  readonly next: string;
}

/** Returns the unresolved intents of this profile at the service in use, and a count of those elsewhere. */
export const findUnresolved = async (context: Context) =>
  partitionIntents(
    await (await context.journal()).list({ unresolved: true }),
    currentServiceOf(context.system, context.settings()),
  );

/** The profile and the service in use. */
export interface CurrentService {
  readonly profile: string | undefined;
  /** `undefined` if no base URL is set. */
  readonly origin: string | undefined;
  /** The names of all profiles: an intent of a profile that was removed belongs to every other one. */
  readonly profiles: readonly string[];
}

/**
 * Returns the profile and the service in use, without connecting.
 *
 * @throws {ConfigError} if the profiles cannot be read.
 */
export const currentServiceOf = (
  system: System,
  { profile, baseUrl }: ResolvedSettings,
): CurrentService => ({
  profile,
  origin: baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined,
  profiles: Object.keys(readConfiguration(foldersOf(system)).profiles),
});

type Sent = Pick<Intent, 'profile' | 'origin'>;

/**
 * Divides intents into those that this profile sent to the service in use, and counts of the others by profile or
 * origin.
 */
export function partitionIntents<Kind extends Sent>(
  intents: readonly Kind[],
  { profile, origin, profiles }: CurrentService,
): { readonly here: readonly Kind[]; readonly elsewhere: readonly UnresolvedElsewhere[] } {
  const ownerOf = (intent: Sent) =>
    intent.profile !== null && profiles.includes(intent.profile) ? intent.profile : undefined;
  const isOwn = (intent: Sent) => ownerOf(intent) === undefined || ownerOf(intent) === profile;
  const here: Kind[] = [];
  const counts = new Map<string, UnresolvedElsewhere>();
  for (const intent of intents) {
    if (intent.origin === origin && isOwn(intent)) {
      here.push(intent);
      continue;
    }
    const name = ownerOf(intent);
    const flag = name === undefined ? '' : ` -P ${name}`;
    const found = isOwn(intent)
      ? {
          owner: `at ${intent.origin}`,
          next: `remit journal reconcile${flag} --base-url ${intent.origin}`,
        }
      : { owner: `of profile ${name}`, next: `remit journal reconcile${flag}` };
    counts.set(found.owner, { ...found, count: (counts.get(found.owner)?.count ?? 0) + 1 });
  }
  return { here, elsewhere: [...counts.values()] };
}

/** Describes others in one line, with the command that resolves them. */
export const elsewhereLine = ({ count, owner, next }: UnresolvedElsewhere): string =>
  `${count} unresolved ${owner}: ${next}`;
