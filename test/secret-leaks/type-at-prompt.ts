import { spawn } from 'node:child_process';
import { node, program, words } from '../helpers/built-program.ts';
import type { Operator } from './fixture.ts';

/** The delay of typing in ms. Keys typed before a question could be read are ignored. */
const READ_MS = 800;

/** Runs the program in a terminal and types `answer` at its prompt. Resolves to the screen. */
export function typedAt(operator: Operator, line: string, answer: string): Promise<string> {
  const command = [node, program, ...words(line)].map((it) => `'${it}'`).join(' ');
  const terminal = spawn('script', ['-qfec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...operator.env },
    cwd: operator.folder,
  });
  let screen = '';
  let asked = false;
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += chunk;
    if (asked || !/: $/.test(screen)) return;
    asked = true;
    // A user reads the question and types one key at a time.
    setTimeout(() => {
      for (const key of `${answer}\r`) terminal.stdin.write(key);
    }, READ_MS);
  });
  return new Promise((resolve) => terminal.once('close', () => resolve(screen)));
}
