import { createSystem } from './program/node-system.ts';
import { run } from './program/run-command-line.ts';

/** The only file that knows `process`. The exit code is left behind, never forced: a pipe is drained first. */
const system = createSystem(process);
void run(system).then((code) => {
  process.exitCode = code;
  system.dispose();
});
