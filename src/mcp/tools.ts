import type { Effect } from '../api/operations/operation.ts';
import { type NamedOperation, specOperations } from '../api/operations/operations.ts';
import { assumptionOf } from '../api/schema/field-types.ts';
import type { Context } from '../cli/context.ts';
import { callOperation } from './call-operation.ts';
import type { CallConsent } from './call-tool.ts';
import type { Confirmations } from './confirmations.ts';
import { type InputSchema, inputSchemaOf, isConfirmed } from './input-schema.ts';
import { journalTools } from './journal-tools.ts';
import { type OutputSchema, outputSchemaOf } from './output-schema.ts';
import type { Arguments } from './read-arguments.ts';
import { reportTools } from './report-tools.ts';

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly outputSchema: OutputSchema;
  readonly annotations: Annotations;
  /** Whether its calls are confirmed before they are sent. */
  readonly isConfirmed?: boolean;
  readonly call: (args: Arguments, context: ToolContext) => Promise<unknown>;
}

export interface Annotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The context of one call, its consent, and the confirmations of the server. */
export interface ToolContext {
  readonly context: Context;
  readonly confirmations: Confirmations;
  readonly consent: CallConsent;
}

interface ClientAbilities {
  /** Whether it can ask its user; otherwise calls are confirmed by the token of their preview. */
  readonly canAsk: boolean;
}

/** Returns every operation of the contract as a tool, and those of the journal, of statements and of forecasts. */
export const allTools = (client: ClientAbilities): readonly Tool[] => [
  ...specOperations.map((op) => toolOf(op, client)),
  ...journalTools,
  ...reportTools,
];

/** Returns the name of a tool: `pay.quickPay` becomes `pay_quick_pay`. */
const toolName = (id: string): string =>
  id.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toolOf = (op: NamedOperation, client: ClientAbilities): Tool => ({
  name: toolName(op.id),
  description: descriptionOf(op, client),
  // Made when tools are listed: a call does not need them.
  get inputSchema() {
    return inputSchemaOf(op, client);
  },
  get outputSchema() {
    return outputSchemaOf(op, client);
  },
  annotations: {
    title: op.summary,
    readOnlyHint: op.effect === 'read',
    destructiveHint: isConfirmed(op),
    idempotentHint: op.effect === 'read' || op.effect === 'set',
    openWorldHint: true,
  },
  isConfirmed: isConfirmed(op),
  call: (args, context) => callOperation(op, args, context),
});

/** Describes what a tool does, how it is confirmed, a repeated call, and the assumptions about its response. */
function descriptionOf(op: NamedOperation, { canAsk }: ClientAbilities): string {
  const assumed = assumptionOf(op.response());
  return [
    `${op.summary}.`,
    op.effect === 'money' ? 'It moves money.' : '',
    op.irreversible ? 'It cannot be undone.' : '',
    isConfirmed(op) ? (canAsk ? ASKED : PREVIEWED) : '',
    repeats[op.effect],
    assumed === undefined ? '' : `The response schema is assumed: ${assumed}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const ASKED = 'The user is asked to confirm it.';
const PREVIEWED =
  'Call it once for a preview and a confirmation, then again with the confirmation. A large amount is refused: a person confirms it in a terminal.';

const repeats: Readonly<Record<Effect, string>> = {
  read: '',
  set: 'Calling it again has no further effect.',
  move: 'A second call is refused.',
  create: 'Each call creates a new record: never call it again while an outcome is unknown.',
  money: 'Never call it again while an outcome is unknown.',
};
