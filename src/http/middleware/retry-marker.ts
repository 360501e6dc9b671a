/** Marks on results of retried requests. */

const resent = new WeakSet<object>();

/**
 * Marks a response or an error of a request whose earlier attempt may have been applied, so that a 404 or 409 may be
 * caused by the program's own success.
 */
export function markRetried<Result extends object>(result: Result): Result {
  resent.add(result);
  return result;
}

/** Reports whether the request of a response or an error had been sent before. */
export const wasRetried = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && resent.has(result);
