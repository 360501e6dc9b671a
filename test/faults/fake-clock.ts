/** A clock that tests move while programs run, by libfaketime. */

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The ways in which clocks move while a program is stopped. */
export const clockMoves = {
  still: { hours: 0 },
  /** The machine was suspended, or somebody set the clock: the monotonic clock did not notice. */
  'wall +3 h': { hours: 3 },
  'wall -3 h': { hours: -3 },
  /** Time passed on both clocks. */
  'both +3 h': { hours: 3, isMonotonic: true },
} as const;

/** The name of a way. */
export type ClockMove = keyof typeof clockMoves;

/** A clock of programs. */
export interface FakeClock {
  /** Returns the environment of a program whose clock moves. */
  readonly env: (move: ClockMove) => Readonly<Record<string, string>>;
  /** Moves the clock of the programs that run, and of later ones. */
  readonly move: (move: ClockMove) => void;
}

/** The reason that clocks stay still. */
export const noClock = 'clocks are not moved: apt-get install libfaketime';

const library = findLibrary();

/** Returns the moves that are possible here: without libfaketime, none. */
export const possibleMoves = (): readonly ClockMove[] =>
  library === undefined ? ['still'] : (Object.keys(clockMoves) as ClockMove[]);

/** Creates a clock, whose state is in `folder`. */
export function fakeClock(folder: string): FakeClock {
  const file = join(folder, 'clock');
  const move = (by: ClockMove) => {
    const { hours } = clockMoves[by];
    writeFileSync(file, `${hours < 0 ? '' : '+'}${hours * 3600}\n`);
  };
  move('still');
  return {
    env: (by) =>
      library === undefined
        ? {}
        : {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: file,
            FAKETIME_NO_CACHE: '1',
            ...(!('isMonotonic' in clockMoves[by]) && { FAKETIME_DONT_FAKE_MONOTONIC: '1' }),
          },
    move,
  };
}

/** Returns the library for programs with threads, as Debian installs it. */
function findLibrary(): string | undefined {
  if (!existsSync('/usr/lib')) return undefined;
  return readdirSync('/usr/lib')
    .map((name) => join('/usr/lib', name, 'faketime', 'libfaketimeMT.so.1'))
    .find(existsSync);
}
