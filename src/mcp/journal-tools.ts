import * as z from 'zod/mini';
import { Id } from '../api/schema/field-types.ts';
import { UsageError } from '../money/errors.ts';
import { QUIET_SECONDS, reconcile } from '../runtime/reconcile/reconcile.ts';
import { described, localTool } from './local-tool.ts';

/** Tools that list the journal and reconcile its unresolved intents. */
export const journalTools = [
  localTool({
    name: 'journal_list',
    title: 'List journal entries',
    description: 'List recorded requests and their outcomes, newest first.',
    input: z.strictObject({
      unresolved: described(z.optional(z.boolean()), 'only requests with an unknown outcome'),
    }),
    result: z.looseObject({
      items: z.array(z.looseObject({ id: z.string(), operation: z.string(), outcome: z.string() })),
    }),
    hints: { openWorldHint: false },
    call: async ({ unresolved = false }, context) => (await context.journal()).list({ unresolved }),
  }),

  localTool({
    name: 'journal_reconcile',
    title: 'Reconcile the journal',
    description:
      "Resolve unknown outcomes from the service's records. What it resolves allows or blocks the repeat; what stays unresolved must be resolved by a person, with remit journal resolve.",
    input: z.strictObject({
      intents: described(
        z.optional(z.array(Id)),
        'intents to resolve (default: all unresolved ones of the profile)',
      ),
      quietSeconds: described(
        z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
        'seconds since the last send; more recent requests stay unresolved (default and minimum: the setting of the profile, otherwise 120)',
      ),
    }),
    result: z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }),
    hints: { readOnlyHint: false },
    async call({ intents = [], quietSeconds }, context) {
      assertQuiet(quietSeconds, context.settings().quietSeconds);
      return reconcile(context, { intents, quietSeconds, wait: false });
    },
  }),
];

/** Throws for a time below that of the profile: a request that is still in flight would be taken for a lost one. */
function assertQuiet(seconds: number | undefined, least: number = QUIET_SECONDS): void {
  if (seconds === undefined || seconds >= least) return;
  throw new UsageError(`quietSeconds must be ${least} or more.`, {
    problems: [{ field: 'quietSeconds', message: `must be ${least} or more` }],
  });
}
