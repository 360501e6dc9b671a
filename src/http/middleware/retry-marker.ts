const resent = new WeakSet<object>();

/**
 * Remembers of an answer or an error that an earlier try of the same request may have been taken, so that a 409 or a 404
 * may be the echo of our own success.
 */
export function markRetried<Result extends object>(result: Result): Result {
  resent.add(result);
  return result;
}

/** Whether the request behind an answer or an error had been sent before. */
export const wasRetried = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && resent.has(result);
