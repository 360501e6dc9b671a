/** The guard of a request between its record in the journal and its first byte. */

import { LateSendError, WithheldError } from '../../api/client/errors.ts';
import type { SendGuard } from '../../api/http/http-types.ts';
import type { BegunIntent } from '../journal/begun-intent.ts';

/**
 * The age in ms after which nothing is sent, whatever the deadline is: long before another machine may judge the intent, see
 * `IN_FLIGHT_MS` of the journal.
 */
const SEND_BY_MS = 45 * 60_000;

/** The time in ms that a request may take beside its attempts: timers fire late, and a busy machine is slow. */
const GRACE_MS = 2_000;

/**
 * Creates the guard of an intent that was recorded. A request is withheld if more time passed than its attempts and the
 * waits between them may take, if somebody decided about its intent, or if the journal cannot be read.
 *
 * Reading the journal and sending the first byte are two steps. On one machine nobody decides about an intent whose process
 * lives, so nothing can come between them. On two machines a process that is stopped just there, for more than two hours,
 * still sends.
 */
export function createSendGuard({
  ageMs,
  assertUndecided,
}: Pick<BegunIntent, 'ageMs' | 'assertUndecided'>): SendGuard {
  let deadlineMs = 0;
  const assertInTime = () => {
    const age = ageMs();
    const limit = Math.min(deadlineMs, SEND_BY_MS);
    if (age > limit + GRACE_MS) throw new WithheldError(new LateSendError(age, limit));
    return age;
  };
  return {
    startAttempt: (attemptMs) => {
      deadlineMs += attemptMs;
    },
    beforeFirstByte: async () => {
      assertInTime();
      await assertUndecided().catch((error) => {
        throw new WithheldError(error);
      });
      // Reading may have taken long.
      assertInTime();
    },
    beforeRepeat: (waitMs) => {
      deadlineMs = assertInTime() + waitMs;
    },
  };
}
