/** Collects the ids in a printed result for completions. */

import { settingsOf } from '../../config/resolve-settings.ts';
import { eachPage } from '../../paged-iterable.ts';
import { keepIds, MAX_IDS } from '../../runtime/id-cache.ts';
import { completableIdsOf } from '../extract-ids.ts';
import type { IdKind } from '../id-kinds.ts';
import type { ParsedCommandLine } from '../line/parse.ts';
import type { System } from '../system.ts';

/** Observes a result while it is printed, and caches its ids once it is printed. */
export interface IdCollector {
  readonly pass: (data: unknown) => unknown;
  readonly commit: () => void;
}

/** Creates a collector of the ids in a result of some kind. */
export function createIdCollector(
  kind: IdKind,
  system: System,
  commandLine: ParsedCommandLine,
): IdCollector {
  const records: unknown[] = [];
  let isComplete = false;
  const note = (rows: readonly unknown[]) => {
    records.push(...rows.slice(0, MAX_IDS - records.length));
    return rows;
  };
  const complete = () => {
    isComplete = true;
  };
  return {
    pass(data) {
      if (isAsync(data)) return eachPage(data, note, complete);
      isComplete = Array.isArray(data);
      note(Array.isArray(data) ? data : [data]);
      return data;
    },
    commit() {
      const profile = ownProfile(system, commandLine);
      if (profile === undefined) return;
      const found = records.flatMap((record) => completableIdsOf(kind, record));
      keepIds(system, profile, found, isComplete && isUnfiltered(commandLine) ? kind : undefined);
    },
  };
}

/**
 * Returns the profile whose own base URL was used, otherwise `undefined`: results of another service do not belong to it.
 */
function ownProfile(system: System, { globals }: ParsedCommandLine): string | undefined {
  // A configuration that cannot be read is no reason to fail if the command itself did not need it.
  try {
    const { profile, sources } = settingsOf(system, globals);
    return sources['baseUrl'] === 'profile' ? profile : undefined;
  } catch {
    return undefined;
  }
}

/** Reports whether a list has no filter and so shows everything: an id that it does not contain no longer exists. */
const isUnfiltered = ({ args, flags, globals }: ParsedCommandLine): boolean =>
  globals.business === undefined &&
  [...Object.values(args), ...Object.values(flags)].every(isUnset);

const isUnset = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);

const isAsync = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
