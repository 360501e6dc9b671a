import type { Effect } from '../api/operations/operation.ts';
import { type NamedOperation, specOperations } from '../api/operations/operations.ts';
import { assumptionOf } from '../api/schema/field-types.ts';
import { callOperation } from './call-operation.ts';
import { inputSchemaOf, isConfirmed } from './input-schema.ts';
import { operationResult } from './operation-results.ts';
import { accountTasks } from './tasks/accounts.ts';
import { failureTasks } from './tasks/failures.ts';
import { invoiceTasks } from './tasks/invoices.ts';
import { payableTasks } from './tasks/payables.ts';
import { paymentTasks } from './tasks/payments.ts';
import { reportTasks } from './tasks/reports.ts';
import { requestTasks } from './tasks/requests.ts';
import type { ClientAbilities, Tool } from './tool.ts';

const taskTools = (client: ClientAbilities): readonly Tool[] =>
  [
    ...reportTasks,
    ...payableTasks,
    ...paymentTasks,
    ...failureTasks,
    ...invoiceTasks,
    ...accountTasks,
    ...requestTasks,
  ].map((task) => task(client));

/** Returns the tools for tasks, and the operations of these groups as further tools. */
export const toolsFor = (groups: readonly string[], client: ClientAbilities): readonly Tool[] => [
  ...taskTools(client),
  ...operationTools(groups, client),
];

export const operationTools = (
  groups: readonly string[],
  client: ClientAbilities,
): readonly Tool[] =>
  specOperations
    .filter(({ id }) => groups.includes('all') || groups.includes(id.split('.')[0] ?? ''))
    .map((op) => toolOf(op, client));

/** Returns the name of a tool: `pay.quickPay` becomes `pay_quick_pay`. */
const toolName = (id: string): string =>
  id.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toolOf = (op: NamedOperation, client: ClientAbilities): Tool => ({
  name: toolName(op.id),
  description: descriptionOf(op, client),
  // Made when tools are listed: a call does not need it.
  get inputSchema() {
    return inputSchemaOf(op, client);
  },
  annotations: {
    title: op.summary,
    readOnlyHint: op.effect === 'read',
    destructiveHint: isConfirmed(op),
    idempotentHint: op.effect === 'read' || op.effect === 'set',
    openWorldHint: true,
  },
  result: () => operationResult(op),
  isConfirmed: isConfirmed(op),
  takesBusiness: false,
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
