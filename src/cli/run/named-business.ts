/** Names on a command line, before its command runs, and the business of `-b` after it failed. */

import { ApiError } from '../../api/http/api-error.ts';
import { UsageError } from '../../money/errors.ts';
import type { AnyCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { ParsedCommandLine } from '../line/parse.ts';
import { assertOnlyIds, namedValues } from '../prompts/named-values.ts';
import type { Asker } from '../prompts/prompt-missing.ts';

/** Replaces names of businesses, connections and bank accounts by their ids. */
export async function withIds(
  command: AnyCommand,
  typed: ParsedCommandLine,
  asker: Asker,
): Promise<ParsedCommandLine> {
  const values = namedValues(command, typed);
  if (values.length === 0) return typed;
  if (command.calls) {
    return (await import('../prompts/resolve-names.ts')).resolveNames(command, typed, asker);
  }
  assertOnlyIds(values);
  return typed;
}

/** Throws the reason why the service refuses the business of `-b`, if that is a partner. */
export async function refuseForeignBusiness(
  error: unknown,
  typed: ParsedCommandLine,
  asker: Asker,
): Promise<void> {
  const { business } = typed.globals;
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (business === undefined || !isUnknown) return;
  const { withContext } = await import('../prompts/prompt-missing.ts');
  const { assertOwnBusiness, PARTNER } = await import('../own-business.ts');
  const check = (context: Context) => assertOwnBusiness(context, business);
  await withContext(typed, asker, check).catch((reason: unknown) => {
    if (reason instanceof UsageError && reason.code === PARTNER) throw reason;
  });
}
