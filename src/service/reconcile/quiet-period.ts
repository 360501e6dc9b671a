/** The time after a send in which a late commit of the service is still likely. */

import type { UnresolvedIntent } from '../../journal/unresolved.ts';

/** Returns the ms for which an intent still counts as fresh; `nowMs` is by the journal's clock. */
export function freshForMs(
  { settledAt, createdAt }: UnresolvedIntent,
  nowMs: number,
  seconds: number,
): number {
  // A send in the future was made before the clock was set back: it counts as sent now.
  const agoMs = nowMs - Date.parse(settledAt ?? createdAt);
  return seconds * 1000 - Math.min(Math.max(agoMs, 0), seconds * 1000);
}
