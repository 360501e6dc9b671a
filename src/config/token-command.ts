import { type ExecFileException, execFile } from 'node:child_process';
import { ConfigError } from './errors.ts';
import type { Environment } from './folders.ts';

const TIMEOUT_MS = 30_000;

/** The profiles whose token commands are currently running, which prevents endless recursion. */
const RUNNING_FOR = 'REMIT_TOKEN_COMMAND_OF';

/**
 * Runs the token command of a profile, without a shell and with empty input. Resolves to its output.
 *
 * @throws {ConfigError} If it fails, runs longer than 30 s, prints more than 64 KiB, or calls itself.
 */
export function runTokenCommand(
  [program = '', ...args]: readonly string[],
  profile: string,
  env: Environment['env'],
): Promise<string> {
  const runningFor = env[RUNNING_FOR]?.split(',') ?? [];
  if (runningFor.includes(profile)) {
    throw failed(`The token command of profile '${profile}' calls itself.`);
  }
  const options = {
    env: innerEnvironment(env, [...runningFor, profile]),
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 65_536,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(failed(`The token command failed: ${reasonOf(error, stderr, program)}`));
      else resolve(stdout);
    });
    child.stdin?.end();
  });
}

/** Returns the environment of the token command, without variables that would override its profile. */
function innerEnvironment(env: Environment['env'], runningFor: readonly string[]) {
  // In particular not the token that was just rejected. If the command is this program, its output is the bare token
  // (tsv), whatever format the settings name.
  const overridingVariables = ['PROFILE', 'BUSINESS', 'BASE_URL', 'TOKEN', 'TOKEN_FILE', 'OUTPUT'];
  const dropped = new Set(overridingVariables.map((name) => `REMIT_${name}`));
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.has(name))),
    REMIT_FORMAT: 'tsv',
    [RUNNING_FOR]: runningFor.join(','),
  };
}

/**
 * Returns the reason that the command failed, from stderr or its exit code. Its output is not repeated, since it may be
 * a token.
 */
function reasonOf(error: ExecFileException, stderr: string, program: string): string {
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'its output is too large.';
  if (error.killed) return `it did not finish within ${TIMEOUT_MS / 1000} s.`;
  if (error.code === 'ENOENT') return `${program} was not found.`;
  const message = stderr.split('\n').find((line) => line.trim() !== '');
  return message?.trim() ?? `${program} exited with ${error.code ?? error.signal}.`;
}

const failed = (message: string) =>
  new ConfigError(message, ['remit profile show', 'remit profile set tokenCommand <json>']);
