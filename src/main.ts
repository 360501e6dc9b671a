import { createSystem } from './cli/run/node-system.ts';
import { reportEndedEarly, run } from './cli/run/run-command-line.ts';

/** The only file that knows `process`. The exit code is left behind, never forced: a pipe is drained first. */
const system = createSystem(process);
let hasEnded = false;
process.once('exit', () => {
  if (!hasEnded) process.exitCode = reportEndedEarly(system);
});
void run(system).then((code) => {
  hasEnded = true;
  process.exitCode = code;
  system.dispose();
});
