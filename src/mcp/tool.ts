import type { z } from 'zod/mini';
import type { Context } from '../cli/context.ts';
import type { CallConsent } from './call-tool.ts';
import type { Confirmations } from './confirmations.ts';
import type { InputSchema } from './input-schema.ts';
import type { Arguments } from './read-arguments.ts';

/** A tool as the server keeps it: the members that clients are shown, and its call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: Annotations;
  /** The results of a success. They are not listed: `remit schema mcp` prints them. */
  readonly result: () => z.ZodMiniType;
  /** Whether its calls are confirmed before they are sent. */
  readonly isConfirmed: boolean;
  /** Whether it has a `business` argument, which every read of the call is then for. */
  readonly takesBusiness: boolean;
  readonly call: (args: Arguments, context: ToolContext) => Promise<unknown>;
}

export interface Annotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The context of one call, its consent, the confirmations of the server, and the tools that it offers. */
export interface ToolContext {
  readonly context: Context;
  readonly confirmations: Confirmations;
  readonly consent: CallConsent;
  readonly offered: readonly Tool[];
}

export interface ClientAbilities {
  /** Whether it can ask its user; otherwise calls are confirmed by the token of their preview. */
  readonly canAsk: boolean;
}
