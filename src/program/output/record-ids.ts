import { completableIdsOf, type IdKind, kindShownBy } from '../../cli/extract-ids.ts';
import type { System } from '../../cli/system.ts';
import { settingsOf } from '../../config/load-settings.ts';
import { eachPage } from '../../paged-iterable.ts';
import { keepIds, MOST_IDS } from '../../service/id-cache.ts';
import type { ParsedCommandLine } from '../line/parse.ts';

/** Looks at the result of a command on its way to be printed, and keeps its ids for the completion of the shell once it is. */
export interface IdCollector {
  readonly pass: (data: unknown) => unknown;
  readonly keep: () => void;
}

export function createIdCollector(
  command: string,
  host: System,
  typed: ParsedCommandLine,
): IdCollector | undefined {
  const kind = kindShownBy(command);
  return kind && watching(kind, host, typed);
}

function watching(kind: IdKind, host: System, typed: ParsedCommandLine): IdCollector {
  const records: unknown[] = [];
  let isComplete = false;
  const note = (rows: readonly unknown[]) => {
    records.push(...rows.slice(0, MOST_IDS - records.length));
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
    keep() {
      const profile = ownProfile(host, typed);
      if (profile === undefined) return;
      const found = records.flatMap((record) => completableIdsOf(kind, record));
      keepIds(host, profile, found, isComplete && isUnfiltered(typed) ? kind : undefined);
    },
  };
}

/**
 * The profile whose own service was asked: what came from another address is not of it, and without one nothing is kept.
 * A configuration that cannot be read is no reason to fail, where the command itself did without it.
 */
function ownProfile(host: System, { globals }: ParsedCommandLine): string | undefined {
  try {
    const { profile, sources } = settingsOf(host, globals);
    return sources['baseUrl'] === 'profile' ? profile : undefined;
  } catch {
    return undefined;
  }
}

/** A list without any wish shows all there are: what it does not show is gone. */
const isUnfiltered = ({ args, flags, globals }: ParsedCommandLine): boolean =>
  globals.business === undefined &&
  [...Object.values(args), ...Object.values(flags)].every(isUnset);

const isUnset = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);

const isAsync = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
