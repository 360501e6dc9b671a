/** The built program in safety tests. */

import { tmpdir } from 'node:os';
import { execa } from 'execa';
import { node, program, type Ran, remit, words } from '../helpers/built-program.ts';

/** The timeout in ms. Tests share the machine, so only a process that hangs takes longer. */
const PATIENCE_MS = 240_000;

/** The environment of the built program; nothing else is inherited. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the built program to its end. */
export const built = ({ env }: Place, line: string): Promise<Ran> =>
  remit(words(line), { env, patienceMs: PATIENCE_MS });

/** Runs a line with `--json` and returns its result. Throws if it fails. */
export async function builtJson<Result>(place: Place, line: string): Promise<Result> {
  const { code, out, err } = await built(place, `${line} --json`);
  if (code !== 0) throw new Error(`remit ${line} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

/** Starts the built program, to be killed or interrupted. */
export const started = ({ env }: Place, line: string) =>
  execa(node, [program, ...words(line)], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    cwd: tmpdir(),
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });

/** Runs all lines concurrently, each in its own process. */
export const atOnce = (place: Place, lines: readonly string[]): Promise<Ran[]> =>
  Promise.all(lines.map((line) => built(place, line)));
