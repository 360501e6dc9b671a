/** Runs a program for a transition. */

import { spawn } from 'node:child_process';
import type { System } from '../../cli/system.ts';

/** The exit of a program: `exitCode` is `null` if a signal or a failed start ended it; `reason` describes it in words. */
export interface ProcessExit {
  readonly exitCode: number | null;
  readonly reason: string;
}

/** Runs a program without a shell, passes `input` on its stdin and waits for its exit. Its output goes to stderr. */
export const runProgram = (
  system: System,
  [program = '', ...args]: readonly string[],
  input: string,
): Promise<ProcessExit> =>
  new Promise<ProcessExit>((resolve) => {
    const child = spawn(program, args, {
      cwd: system.cwd,
      env: { ...system.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const passOn = (chunk: Uint8Array) => void system.stderr.write(chunk).catch(() => {});
    child.stdout.on('data', passOn);
    child.stderr.on('data', passOn);
    // A program need not read what it is given.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', ({ message }) => resolve({ exitCode: null, reason: message }));
    child.once('close', (exitCode, signal) =>
      resolve({
        exitCode,
        reason: signal === null ? `exit ${exitCode}` : `terminated by ${signal}`,
      }),
    );
  });
