import { spawn } from 'node:child_process';
import { node, program, words } from '../helpers/built-program.ts';
import type { Operator } from './fixture.ts';

/** What is typed sooner than a question can be read answers nothing. */
const READ_MS = 800;

/** The program at a terminal of its own, on which `answer` is typed when it asks. */
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
    // A person reads the question, and types a key at a time.
    setTimeout(() => {
      for (const key of `${answer}\r`) terminal.stdin.write(key);
    }, READ_MS);
  });
  return new Promise((resolve) => terminal.once('close', () => resolve(screen)));
}
