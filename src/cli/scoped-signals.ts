import type { ProcessFacts } from '../config/process-facts.ts';

/**
 * Returns a process with its own abort signals, for one of many pieces of work in this process: its listeners are released
 * with it instead of accumulating on the signals of the process. `release` detaches them.
 */
export function withScopedSignals<Facts extends Pick<ProcessFacts, 'interrupted' | 'killed'>>(
  system: Facts,
): {
  readonly system: Facts;
  readonly release: () => void;
} {
  const interrupted = follower(system.interrupted);
  const killed = follower(system.killed);
  return {
    system: { ...system, interrupted: interrupted.signal, killed: killed.signal },
    release: () => {
      interrupted.release();
      killed.release();
    },
  };
}

/** Returns a signal that aborts with another one until it is released. */
function follower(signal: AbortSignal) {
  const controller = new AbortController();
  const follow = () => controller.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return { signal: controller.signal, release: () => signal.removeEventListener('abort', follow) };
}
