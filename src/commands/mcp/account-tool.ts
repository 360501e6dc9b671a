import * as z from 'zod/mini';
import { periodFlags } from '../../cash/statement/period-flags.ts';
import { readValues } from '../../cli/flags/flag.ts';
import { Id } from '../../contract/schema/field-types.ts';
import { outputSchemaFor } from './output-schema.ts';
import { parseArguments } from './read-arguments.ts';
import type { Tool } from './tools.ts';

const text = (description: string) => ({ type: 'string', description });

export const accountTool: Tool = {
  name: 'connection_statement',
  description:
    'Statement of account with a trading partner: opening balance, what was invoiced, paid, returned, cancelled and declined in a period, closing balance and open invoices; invoices received (to pay) and sent (to be paid) apart. Payments in flight are still owed; quick payments have no invoice and are in no sum.',
  inputSchema: {
    type: 'object',
    properties: {
      connectionId: text('connection'),
      businessId: text('business to act for (default: that of the profile)'),
      from: text(periodFlags.from.help),
      to: text(periodFlags.to.help),
    },
    required: ['connectionId'],
    additionalProperties: false,
  },
  outputSchema: outputSchemaFor(
    z.looseObject({
      connectionId: z.string(),
      businessId: z.string(),
      from: z.string(),
      to: z.string(),
      quickPayments: z.array(z.looseObject({})),
    }),
  ),
  annotations: {
    title: 'Statement of account',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  async call(given, { context }) {
    const { connectionId, businessId, ...period } = parseArguments(Query, given);
    const { from, to } = readValues(periodFlags, (name) =>
      [period[name as 'from' | 'to'] ?? []].flat(),
    );
    const { readPartnerStatement } = await import('../../cash/statement/read-partner-statement.ts');
    const own = businessId ?? context.business();
    return readPartnerStatement(context, { connectionId, businessId: own, from, to });
  },
};

const Query = z.strictObject({
  connectionId: Id,
  businessId: z.optional(Id),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});
