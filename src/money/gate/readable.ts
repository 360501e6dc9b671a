/** Reads that a service may refuse. */

import { IncompleteListError } from '../../api/client/errors.ts';
import { ApiError } from '../../api/http/api-error.ts';

/** Reports whether a service refused the query of a request (400, 422): the names of the filters are assumed. */
export const isRefusedQuery = (error: unknown): boolean =>
  error instanceof ApiError && [400, 422].includes(error.status);

/**
 * Reads records that the caller may not be able to see; `undefined` if the service refuses the query (400, 403, 404,
 * 422), or at the end of a list that is not complete.
 */
export async function readable<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined;
    if (isRefusedQuery(error)) return undefined;
    if (error instanceof IncompleteListError) return undefined;
    throw error;
  }
}
