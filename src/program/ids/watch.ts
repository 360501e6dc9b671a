import type { Host } from '../../cli/host.ts';
import type { Typed } from '../parse.ts';
import { settingsOf } from '../settings.ts';
import { keepIds, MOST_IDS } from './cache.ts';
import { type IdKind, idsIn, type Known, kindShownBy } from './shown.ts';

/** Looks at the result of a command on its way to be printed, and keeps its ids for the completion of the shell once it is. */
export interface Watching {
  readonly pass: (data: unknown) => unknown;
  readonly keep: () => void;
}

export function watchIds(command: string, host: Host, typed: Typed): Watching | undefined {
  const kind = kindShownBy(command);
  return kind && watching(kind, host, typed);
}

function watching(kind: IdKind, host: Host, typed: Typed): Watching {
  const found: Known[] = [];
  let left = MOST_IDS;
  let isComplete = false;
  const note = (record: unknown) => {
    if (left-- > 0) found.push(...idsIn(kind, record));
  };
  async function* noted(rows: AsyncIterable<unknown>) {
    for await (const row of rows) {
      note(row);
      yield row;
    }
    isComplete = true;
  }
  return {
    pass(data) {
      if (isAsync(data)) return noted(data);
      isComplete = Array.isArray(data);
      for (const record of Array.isArray(data) ? data : [data]) note(record);
      return data;
    },
    keep() {
      const profile = ownProfile(host, typed);
      const whole = isComplete && isUnfiltered(typed) ? kind : undefined;
      if (profile !== undefined) keepIds(host, profile, found, whole);
    },
  };
}

/** The profile whose own service was asked: what came from another address is not of it, and no profile keeps nothing. */
function ownProfile(host: Host, { globals }: Typed): string | undefined {
  const { profile, sources } = settingsOf(host, globals);
  return sources['baseUrl'] === 'profile' ? profile : undefined;
}

/** A list without any wish shows all there are: what it does not show is gone. */
const isUnfiltered = ({ args, flags, globals }: Typed): boolean =>
  globals.business === undefined &&
  [...Object.values(args), ...Object.values(flags)].every(isUnset);

const isUnset = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);

const isAsync = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
