import type { System } from './system.ts';

/**
 * The same host with signals of its own, for work that is one of many in this process: its listeners go with it, instead
 * of gathering on the signals of the process. `release` lets go of those.
 */
export function withScopedSignals(host: System): {
  readonly host: System;
  readonly release: () => void;
} {
  const interrupted = follower(host.interrupted);
  const killed = follower(host.killed);
  return {
    host: { ...host, interrupted: interrupted.signal, killed: killed.signal },
    release: () => {
      interrupted.release();
      killed.release();
    },
  };
}

/** A signal that is aborted with another, until it is let go. */
function follower(of: AbortSignal) {
  const own = new AbortController();
  const follow = () => own.abort(of.reason);
  if (of.aborted) follow();
  else of.addEventListener('abort', follow, { once: true });
  return { signal: own.signal, release: () => of.removeEventListener('abort', follow) };
}
