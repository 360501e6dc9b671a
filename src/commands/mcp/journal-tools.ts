import * as z from 'zod/mini';
import { Id } from '../../contract/schema/field-types.ts';
import { reconcile } from '../../service/reconcile/reconcile.ts';
import { parseArguments } from './read-arguments.ts';
import type { Tool } from './tools.ts';

/** Tools that list the journal and reconcile its unresolved intents. */
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
            'seconds since the last send; more recent requests stay unresolved (default: the setting of the profile, else 120)',
        },
      },
      required: [],
      additionalProperties: false,
    },
    annotations: {
      title: 'Reconcile the journal',
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
    call(args, { context }) {
      const { intents = [], quietSeconds } = parseArguments(Reconciling, args);
      return reconcile(context, { intents, quietSeconds, wait: false });
    },
  },
];

const Listing = z.strictObject({ unresolved: z.optional(z.boolean()) });
const Reconciling = z.strictObject({
  intents: z.optional(z.array(Id)),
  quietSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
});
