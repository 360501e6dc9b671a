/** Calls one tool. */

import type { NestedRun } from '../../cli/context.ts';
import { GuardError, UsageError } from '../../cli/errors.ts';
import { toAppliedError } from '../../errors/after-write.ts';
import type { Confirmations } from './confirmations.ts';
import type { Arguments } from './read-arguments.ts';
import { errorOf, resultOf, type ToolResult } from './results.ts';
import type { Tool } from './tools.ts';

/** The state that all calls of one server share. */
export interface ToolServerContext {
  readonly tools: readonly Tool[];
  readonly allowWrites: boolean;
  readonly confirmations: Confirmations;
  /** Opens a separate run for each call, which reads settings, policy, token and journal again. */
  readonly open: () => NestedRun;
}

/** Calls one tool. Never throws: an error is returned as a result. */
export async function callTool(
  server: ToolServerContext,
  name: string,
  args: Arguments,
): Promise<ToolResult> {
  const run = server.open();
  run.secrets.addFrom(args);
  try {
    const { call } = toolNamed(server, name);
    const answer = await call(args, { context: run.context, confirmations: server.confirmations });
    return recorded(answer, run);
  } catch (error) {
    return errorOf(toAppliedError(error, run.appliedEffect()), run.secrets);
  } finally {
    await run.close();
  }
}

/**
 * Returns the result of a call that was applied, even if the journal could not record it; the intent is unresolved
 * there then.
 */
function recorded(answer: unknown, { throwUnrecorded, secrets }: NestedRun): ToolResult {
  try {
    throwUnrecorded();
    return resultOf(answer, secrets);
  } catch (error) {
    return errorOf(error, secrets, { result: answer });
  }
}

function toolNamed({ tools, allowWrites }: ToolServerContext, name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new UsageError(`Unknown tool '${name}'.`);
  if (found.annotations.readOnlyHint || allowWrites) return found;
  throw new GuardError('read_only', `${name} is a write operation, and this server is read-only.`, [
    'remit mcp serve --allow-writes',
  ]);
}
