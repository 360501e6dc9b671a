import { UnexpectedResponseError, UnreachableError } from '../api/client/errors.ts';
import { ApiError } from '../api/http/api-error.ts';
import type { Context } from '../cli/context.ts';

/**
 * Reads a part of a larger view. Returns `undefined` if it cannot be read, and says so on stderr: `The balance is not
 * shown: …`.
 */
export async function readOptional<Value>(
  { notice }: Pick<Context, 'notice'>,
  what: string,
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isOfService(error)) throw error;
    notice(`${what} is not shown: ${error.message}`);
    return undefined;
  }
}

const isOfService = (error: unknown): error is Error =>
  error instanceof ApiError ||
  error instanceof UnexpectedResponseError ||
  (error instanceof UnreachableError && !error.interrupted);
