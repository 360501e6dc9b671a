/** The tools of the server. */

import type { Context } from '../../cli/context.ts';
import type { Effect } from '../../contract/operation.ts';
import { type NamedOperation, specOperations } from '../../contract/operations.ts';
import { assumptionOf } from '../../contract/schema/field-types.ts';
import { accountTool } from './account-tool.ts';
import { callOperation } from './call-operation.ts';
import type { Confirmations } from './confirmations.ts';
import { forecastTool } from './forecast-tool.ts';
import { type InputSchema, inputSchemaOf, isConfirmed } from './input-schema.ts';
import { journalTools } from './journal-tools.ts';
import { matchTool } from './match-tool.ts';
import type { Arguments } from './read-arguments.ts';

/** A tool: its description for the client, and its call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: Annotations;
  readonly call: (args: Arguments, context: ToolContext) => Promise<unknown>;
}

/** Hints of the Model Context Protocol about the effects of a tool. */
export interface Annotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The context of one call, and the confirmations of the server. */
export interface ToolContext {
  readonly context: Context;
  readonly confirmations: Confirmations;
}

/** Returns every operation of the contract as a tool, and those of the journal, of statements and of forecasts. */
export const allTools = (): readonly Tool[] => [
  ...specOperations.map(toolOf),
  ...journalTools,
  matchTool,
  accountTool,
  forecastTool,
];

/** Returns the name of a tool: `pay.quickPay` becomes `pay_quick_pay`. */
const toolName = (id: string): string =>
  id.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toolOf = (op: NamedOperation): Tool => ({
  name: toolName(op.id),
  description: descriptionOf(op),
  inputSchema: inputSchemaOf(op),
  annotations: {
    title: op.summary,
    readOnlyHint: op.effect === 'read',
    destructiveHint: isConfirmed(op),
    idempotentHint: op.effect === 'read' || op.effect === 'set',
    openWorldHint: true,
  },
  call: (args, context) => callOperation(op, args, context),
});

/** Describes the effect of a tool, that of a repeated call, and the assumptions about its response. */
function descriptionOf(op: NamedOperation): string {
  const assumed = assumptionOf(op.response());
  return [
    `${op.summary}.`,
    effects[op.effect],
    op.effect !== 'money' && op.irreversible
      ? 'It cannot be undone: call it once for a preview and a confirmation, then again with the confirmation.'
      : '',
    assumed === undefined ? '' : `The response schema is assumed: ${assumed}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const effects: Readonly<Record<Effect, string>> = {
  read: '',
  set: 'Idempotent: calling it again has no further effect.',
  move: 'A second call is refused.',
  create: 'Each call creates a new record: never call it again while an outcome is unknown.',
  money:
    'It moves money: call it once for a preview and a confirmation, then again with the confirmation. Never call it again while an outcome is unknown.',
};
