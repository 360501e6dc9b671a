import { UsageError } from '../../money/errors.ts';
import { createBeingSentError } from '../../money/journal/errors.ts';
import type { BeingSent } from '../../money/journal/read-intents.ts';
import type { UnresolvedIntent } from '../../money/journal/unresolved.ts';
import { type CurrentService, elsewhereLine, partitionIntents } from './unresolved-here.ts';

/**
 * Returns the intents that are named, wherever they were sent; without names those of this profile and service, with a
 * notice about the others, and about those that are being sent, of which nothing is known yet.
 *
 * @throws {UsageError} for an intent that is not unresolved.
 * @throws {NothingToResolveError} for one that is being sent.
 */
export function selectIntents(
  all: readonly UnresolvedIntent[],
  { ids, beingSent }: { ids: readonly string[]; beingSent: readonly BeingSent[] },
  {
    currentService,
    notice,
  }: {
    readonly currentService: CurrentService;
    readonly notice: (line: string) => void;
  },
): readonly UnresolvedIntent[] {
  const named = beingSent.find(({ intent }) => ids.includes(intent.id));
  if (named) throw createBeingSentError(named.intent.id, named.sender);
  const unknown = ids.filter((id) => !all.some((intent) => intent.id === id));
  if (unknown.length > 0) {
    throw new UsageError(`Not unresolved: ${unknown.join(', ')}.`, {
      next: ['remit journal list --unresolved'],
    });
  }
  if (ids.length > 0) return all.filter(({ id }) => ids.includes(id));
  for (const { intent, sender } of beingSent) {
    const { message, next } = createBeingSentError(intent.id, sender);
    notice(`${message} To know it: ${next.join(', ')}.`);
  }
  const sorted = partitionIntents(all, currentService);
  for (const group of sorted.elsewhere) notice(elsewhereLine(group));
  return sorted.here;
}

/** Returns the ms for which an intent still counts as fresh; `nowMs` is by the journal's clock. */
export function freshForMs(
  { settledAt, createdAt }: UnresolvedIntent,
  nowMs: number,
  seconds: number,
): number {
  // A send in the future was made before the clock was set back: it counts as sent now.
  const agoMs = nowMs - Date.parse(settledAt ?? createdAt);
  return seconds * 1000 - Math.min(Math.max(agoMs, 0), seconds * 1000);
}
