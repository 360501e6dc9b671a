/** Runs OpenSSH's `ssh-keygen`, which makes and verifies all signatures. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ConfigError } from '../../../config/errors.ts';
import { isFileOfRoot } from '../../../config/ownership.ts';
import type { ProcessFacts } from '../../../config/process-facts.ts';
import { GuardError } from '../../errors.ts';

/** The exit code and the output of `ssh-keygen`. */
export interface SshKeygenResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of one run of `ssh-keygen`. */
export interface SshKeygenOptions {
  readonly input?: string;
  /** The program; by default the one that is found by the user's `PATH`. */
  readonly program?: string | undefined;
  /** The directory it runs in; by default that of the command. */
  readonly cwd?: string | undefined;
  /** Environment variables that replace the user's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** `ssh-keygen` is missing or too old (exit 3). */
export class SshKeygenMissingError extends ConfigError {
  override readonly name = 'SshKeygenMissingError';
  override readonly code = 'no_ssh_keygen';

  constructor(message: string) {
    super(message, [
      'install OpenSSH 8.2 or later: apt-get install openssh-client, dnf install openssh, apk add openssh-keygen or brew install openssh',
    ]);
  }
}

/** The paths of an installation by the administrator, which nobody else can write to. */
const systemPrograms = [
  '/usr/bin/ssh-keygen',
  '/bin/ssh-keygen',
  '/usr/local/bin/ssh-keygen',
  '/opt/homebrew/bin/ssh-keygen',
  '/run/current-system/sw/bin/ssh-keygen',
];

/** On Windows a path without a drive is one of the current drive, where anyone may create directories. */
const windowsPrograms = ['C:\\Windows\\System32\\OpenSSH\\ssh-keygen.exe'];

/**
 * Returns the `ssh-keygen` that the administrator installed, whatever `PATH` says.
 *
 * @throws {SshKeygenMissingError} If there is none that belongs to root alone.
 */
export function systemSshKeygen(
  platform: string,
  candidates: readonly string[] = platform === 'win32' ? windowsPrograms : systemPrograms,
): string {
  const isSafe = platform === 'win32' ? existsSync : isFileOfRoot;
  const found = candidates.find((path) => isSafe(path));
  if (found !== undefined) return found;
  throw new SshKeygenMissingError(
    `ssh-keygen was not found at ${candidates[0]} or another place that only root can write to.`,
  );
}

/**
 * Runs `ssh-keygen` without a shell. It asks for passphrases and PINs in the terminal itself.
 *
 * @throws {SshKeygenMissingError} If it cannot be started, or does not know the operation.
 */
export async function runSshKeygen(
  system: ProcessFacts,
  args: readonly string[],
  { input = '', program = 'ssh-keygen', cwd = system.cwd, env = system.env }: SshKeygenOptions = {},
): Promise<SshKeygenResult> {
  const result = await new Promise<SshKeygenResult>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...env },
      signal: system.interrupted,
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        texts[name] += chunk;
      });
    }
    // It need not read its input before it fails.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', (error) => reject(startError(error)));
    child.once('close', (code) => resolve({ code, ...texts }));
  });
  if (result.code !== 0 && UNKNOWN_OPERATION.test(result.stderr)) {
    throw new SshKeygenMissingError('ssh-keygen is too old to sign and verify plans.');
  }
  return result;
}

const UNKNOWN_OPERATION =
  /(unknown|illegal|invalid|unrecognized) option|Unsupported operation for -Y/i;

function startError(error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError') {
    return new GuardError('interrupted', 'Interrupted: nothing was signed.');
  }
  return new SshKeygenMissingError(
    error.code === 'ENOENT'
      ? 'ssh-keygen was not found: it signs and verifies plans.'
      : `ssh-keygen could not be started: ${error.code}.`,
  );
}
