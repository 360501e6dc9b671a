import * as z from 'zod/mini';
import { UsageError } from '../../cli/errors.ts';
import { Id } from '../../contract/schema/field-types.ts';
import { QUIET_SECONDS, reconcile } from '../../service/reconcile/reconcile.ts';
import { outputSchemaFor } from './output-schema.ts';
import { parseArguments } from './read-arguments.ts';
import type { Tool } from './tools.ts';

export const journalTools: readonly Tool[] = [
  {
    name: 'journal_list',
    description: 'List recorded requests and their outcomes, newest first.',
    inputSchema: {
      type: 'object',
      properties: {
        unresolved: {
          type: 'boolean',
          description: 'only requests with an unknown outcome',
        },
      },
      required: [],
      additionalProperties: false,
    },
    outputSchema: outputSchemaFor(
      z.looseObject({
        items: z.array(
          z.looseObject({ id: z.string(), operation: z.string(), outcome: z.string() }),
        ),
      }),
    ),
    annotations: {
      title: 'List journal entries',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    async call(args, { context }) {
      const { unresolved = false } = parseArguments(Listing, args);
      return (await context.journal()).list({ unresolved });
    },
  },
  {
    name: 'journal_reconcile',
    description:
      "Resolve unknown outcomes from the service's records. What it resolves allows or blocks the repeat; what stays unresolved must be resolved by a person, with remit journal resolve.",
    inputSchema: {
      type: 'object',
      properties: {
        intents: {
          type: 'array',
          items: { type: 'string' },
          description: 'intents to resolve (default: all unresolved ones of the profile)',
        },
        quietSeconds: {
          type: 'integer',
          description:
            'seconds since the last send; more recent requests stay unresolved (default and minimum: the setting of the profile, else 120)',
        },
      },
      required: [],
      additionalProperties: false,
    },
    outputSchema: outputSchemaFor(
      z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }),
    ),
    annotations: {
      title: 'Reconcile the journal',
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
    call(args, { context }) {
      const { intents = [], quietSeconds } = parseArguments(Reconciling, args);
      assertQuiet(quietSeconds, context.settings().quietSeconds);
      return reconcile(context, { intents, quietSeconds, wait: false });
    },
  },
];

/** Throws for a time below that of the profile: a request that is still under way would be taken for one that was lost. */
function assertQuiet(seconds: number | undefined, least: number = QUIET_SECONDS): void {
  if (seconds === undefined || seconds >= least) return;
  throw new UsageError(`quietSeconds must be ${least} or more.`, {
    problems: [{ field: 'quietSeconds', message: `must be ${least} or more` }],
  });
}

const Listing = z.strictObject({ unresolved: z.optional(z.boolean()) });
const Reconciling = z.strictObject({
  intents: z.optional(z.array(Id)),
  quietSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
});
