/** A program under test, in a process group of its own. */

import { spawn } from 'node:child_process';
import { UsageError } from '../../../money/errors.ts';

export interface RunningProgram {
  /** Resolves to its exit code once it has ended: null if it was killed. */
  readonly ended: Promise<number | null>;
  /** The end of what it wrote so far. */
  readonly output: () => string;
  /** Sends a signal to it and to the programs that it started. */
  readonly signal: (name: 'KILL' | 'STOP' | 'CONT') => Promise<void>;
}

/** The program, and where it runs. */
export interface ProgramToRun {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Seconds after which it is killed. */
  readonly seconds: number;
}

const KEPT_CHARACTERS = 2_000;

/**
 * Starts a program.
 *
 * @throws {UsageError} Later, from `ended`, if it cannot be started.
 */
export function startProgram({ words, cwd, env, seconds }: ProgramToRun): RunningProgram {
  const [name = '', ...args] = words;
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(name, args, { cwd, env: { ...env }, detached: true, stdio: [...stdio] });
  let output = '';
  const keep = (chunk: Uint8Array) => {
    output = `${output}${Buffer.from(chunk).toString()}`.slice(-KEPT_CHARACTERS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const signal: RunningProgram['signal'] = (it) =>
    new Promise((done) => {
      if (child.pid === undefined) return done();
      // The group: a script leaves programs behind otherwise.
      const kill = spawn('kill', ['-s', it, '--', `-${child.pid}`], { stdio: 'ignore' });
      kill.once('error', () => done()).once('close', () => done());
    });
  const ended = new Promise<number | null>((resolve, reject) => {
    const late = setTimeout(() => void signal('KILL'), seconds * 1000);
    child.once('error', ({ message }) =>
      reject(new UsageError(`The program cannot be started: ${message}.`)),
    );
    child.once('close', (code) => {
      clearTimeout(late);
      resolve(code);
    });
  });
  return { ended, output: () => output, signal };
}
