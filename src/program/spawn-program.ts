import { spawn } from 'node:child_process';
import type { Context, ProcessExit } from '../cli/context.ts';
import type { System } from '../cli/system.ts';

/** Runs a program without a shell. What it prints goes to standard error: standard output is ours. */
export const createStart =
  (host: System): Context['runProgram'] =>
  ([program = '', ...args], input) =>
    new Promise<ProcessExit>((resolve) => {
      const child = spawn(program, args, {
        cwd: host.cwd,
        env: { ...host.env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const passOn = (chunk: Uint8Array) => void host.stderr.write(chunk).catch(() => {});
      child.stdout.on('data', passOn);
      child.stderr.on('data', passOn);
      // A program need not read what it is given.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      child.once('error', ({ message }) => resolve({ exitCode: null, why: message }));
      child.once('close', (exitCode, signal) =>
        resolve({
          exitCode,
          why: signal === null ? `exit ${exitCode}` : `terminated by ${signal}`,
        }),
      );
    });
