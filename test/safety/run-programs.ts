import { tmpdir } from 'node:os';
import { execa } from 'execa';
import { node, program, type Ran, remit, words } from '../helpers/built-program.ts';

/** A battery shares the machine: what takes longer than this hangs. */
const PATIENCE_MS = 240_000;

/** Where the built program runs: an environment, and nothing of this process. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the built program to its end. */
export const built = ({ env }: Place, line: string): Promise<Ran> =>
  remit(words(line), { env, patienceMs: PATIENCE_MS });

/** Runs it with `--json` and gives its result; throws when it fails. */
export async function builtJson<Result>(place: Place, line: string): Promise<Result> {
  const { code, out, err } = await built(place, `${line} --json`);
  if (code !== 0) throw new Error(`remit ${line} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

/** Starts the built program, to be killed or interrupted while it runs. */
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

/** Runs all of these lines at once, each in a program of its own. */
export const atOnce = (place: Place, lines: readonly string[]): Promise<Ran[]> =>
  Promise.all(lines.map((line) => built(place, line)));
