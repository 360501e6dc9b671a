import { run } from './program/run.ts';
import { createHost } from './program/host.ts';

/** The only file that knows `process`. The exit code is left behind, never forced: a pipe is drained first. */
const host = createHost(process);
void run(host).then((code) => {
  process.exitCode = code;
  host.done();
});
