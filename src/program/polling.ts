import type { Context } from '../cli/context.ts';
import { ConditionError } from '../cli/errors.ts';
import type { System } from '../cli/system.ts';
import type { WaitOptions } from '../cli/wait-options.ts';
import { InterruptedError } from '../errors/errors.ts';
import type { Loopback } from '../http/transport/loopback-server.ts';
import { sanitize } from '../render/sanitize.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** What a command uses while others do their part. `close` ends all listening. */
export interface Waiting
  extends Pick<
    Context,
    'showUrl' | 'listenForRedirect' | 'poll' | 'sleep' | 'isRetryable' | 'runProgram'
  > {
  readonly close: () => void;
}

/** An interrupt ends any waiting at once: nothing is in doubt while one merely waits. */
export function createWaiting(host: System): Waiting {
  const { interrupted } = host;
  const open: Loopback[] = [];
  const giveUp = ({ message, next }: WaitOptions): never => {
    if (interrupted.aborted) throw new InterruptedError(String(interrupted.reason));
    throw new ConditionError('waited', 'nothing_came', message, { next });
  };
  return {
    showUrl: (url, how) => browse(url, how, host),
    async listenForRedirect() {
      const { listenOnLoopback } = await import('../http/transport/loopback-server.ts');
      const loopback = await listenOnLoopback(interrupted);
      open.push(loopback);
      return {
        url: loopback.url,
        visit: async (wanted, patience) =>
          (await loopback.visit(wanted, patience.seconds * 1000)) ?? giveUp(patience),
      };
    },
    async poll(ask, patience) {
      const { setTimeout: pause } = await import('node:timers/promises');
      const until = performance.now() + patience.seconds * 1000;
      for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_PAUSE_MS)) {
        const answer = await ask();
        if (answer !== undefined) return answer;
        const leftMs = until - performance.now();
        if (leftMs <= 0 || interrupted.aborted) return giveUp(patience);
        await pause(Math.min(waitMs, leftMs), undefined, { signal: interrupted }).catch(() => {});
      }
    },
    async sleep(seconds) {
      const { setTimeout: pause } = await import('node:timers/promises');
      await pause(seconds * 1000, undefined, { signal: interrupted }).catch(() => {});
    },
    isRetryable: async (error) =>
      (await import('../errors/error-report.ts')).toErrorReport(error).retryable,
    runProgram: async (...it) => (await import('./spawn-program.ts')).createStart(host)(...it),
    close: () => {
      for (const loopback of open) loopback.close();
    },
  };
}

/** Who asked for JSON still has to see where to go: the address is no notice. */
async function browse(
  url: string,
  { why, open }: { why: string; open: boolean },
  { stderr, openUrl }: System,
): Promise<void> {
  await stderr.write(`${sanitize(`${why}: ${url}`)}\n`);
  if (open && !(await openUrl(url)))
    await stderr.write('No browser could be started: open the URL yourself.\n');
}
