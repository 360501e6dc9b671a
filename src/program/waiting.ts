import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Patience } from '../cli/context.ts';
import { Waited } from '../cli/errors.ts';
import type { Host } from '../cli/host.ts';
import type { Loopback } from '../http/loopback.ts';
import { Interrupted } from './failures.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** Waiting for what others do. An interrupt ends it at once: nothing is in doubt while one merely waits. */
export function createWaiting({
  interrupted,
}: Host): Pick<Context, 'listen' | 'poll'> & { readonly close: () => void } {
  const open: Loopback[] = [];
  const give = (patience: Patience): never => {
    if (interrupted.aborted) throw new Interrupted(String(interrupted.reason));
    throw new Waited('nothing_came', patience.message, patience.next);
  };
  return {
    async listen() {
      const { listenOnLoopback } = await import('../http/loopback.ts');
      const loopback = await listenOnLoopback(interrupted);
      open.push(loopback);
      return {
        url: loopback.url,
        visit: async (wanted, patience) =>
          (await loopback.visit(wanted, patience.seconds * 1000)) ?? give(patience),
      };
    },
    async poll(ask, patience) {
      const until = performance.now() + patience.seconds * 1000;
      for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_PAUSE_MS)) {
        const answer = await ask();
        if (answer !== undefined) return answer;
        const leftMs = until - performance.now();
        if (leftMs <= 0 || interrupted.aborted) return give(patience);
        await pause(Math.min(waitMs, leftMs), undefined, { signal: interrupted }).catch(() => {});
      }
    },
    close: () => {
      for (const loopback of open) loopback.close();
    },
  };
}
