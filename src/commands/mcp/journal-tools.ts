import { UsageError } from '../../cli/errors.ts';
import { Id } from '../../contract/schema/field-types.ts';
import * as z from '../../contract/schema/schema.ts';
import { safeParse } from '../../contract/schema/zod-adapter.ts';
import { reconcile } from '../../service/reconcile/reconcile.ts';
import type { Arguments } from './read-arguments.ts';
import type { Tool } from './tools.ts';

/** Tools that list the journal and reconcile its unresolved intents. */
export const journalTools: readonly Tool[] = [
  {
    name: 'journal_list',
    description:
      'List what was sent that moves money or makes something, newest first, and what became of it.',
    inputSchema: {
      type: 'object',
      properties: {
        unresolved: {
          type: 'boolean',
          description: 'only what may or may not have been applied',
        },
      },
      required: [],
      additionalProperties: false,
    },
    annotations: {
      title: 'List the journal',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    async call(given, { context }) {
      const { unresolved = false } = read(Listing, given);
      return (await context.journal()).list({ unresolved });
    },
  },
  {
    name: 'journal_reconcile',
    description:
      'Find out from the service what became of everything that is unresolved. What it resolves frees or forbids the repeat; what stays open only a person can resolve, with remit journal resolve.',
    inputSchema: {
      type: 'object',
      properties: {
        intents: {
          type: 'array',
          items: { type: 'string' },
          description: 'only these; all unresolved ones of the profile when left out',
        },
        quietSeconds: {
          type: 'integer',
          description:
            'how long nothing must have been sent: what is fresher stays open. The setting of the profile, else 120',
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
    call(given, { context }) {
      const { intents = [], quietSeconds } = read(Reconciling, given);
      return reconcile(context, { intents, quietSeconds, wait: false });
    },
  },
];

const Listing = z.strictObject({ unresolved: z.optional(z.boolean()) });
const Reconciling = z.strictObject({
  intents: z.optional(z.array(Id)),
  quietSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
});

function read<Schema extends z.ZodMiniType>(schema: Schema, given: Arguments): z.output<Schema> {
  const { data, error } = safeParse(schema, given);
  if (data !== undefined) return data;
  const problems = (error?.issues ?? []).map(({ path }) => ({
    field: path.join('.'),
    message: 'is not as the schema of the tool says',
  }));
  throw new UsageError('The arguments are not as the schema of the tool says.', { problems });
}
