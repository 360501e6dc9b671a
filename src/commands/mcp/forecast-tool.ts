import * as z from 'zod/mini';
import { forecastFlags } from '../../cash/forecast/flags.ts';
import { readValues } from '../../cli/flags/flag.ts';
import { Id } from '../../contract/schema/field-types.ts';
import { outputSchemaFor } from './output-schema.ts';
import { parseArguments } from './read-arguments.ts';
import type { Tool } from './tools.ts';

const text = (description: string) => ({ type: 'string', description });

/** The arguments that are flags of `remit forecast`; those that decide the layout or an exit code are left out. */
const { view: _, failBelow: __, ...flags } = forecastFlags;

const properties = {
  businessId: text('business to act for (default: that of the profile)'),
  weeks: { type: 'integer', description: flags.weeks.help },
  opening: {
    type: 'array',
    items: { type: 'string' },
    description: `${flags.opening.help}; such as fs_1=2500.00`,
  },
  from: text(flags.from.help),
  release: text(flags.release.help),
};

export const forecastTool: Tool = {
  name: 'cash_forecast',
  description:
    'Forecast receipts and debits by business day: days has the sums of the balance at the service and of each bank account, which must never be added up; items has every movement, without a date if it is on no day, and why says the reason.',
  inputSchema: { type: 'object', properties, required: [], additionalProperties: false },
  outputSchema: outputSchemaFor(
    z.looseObject({ days: z.array(z.looseObject({})), items: z.array(z.looseObject({})) }),
  ),
  annotations: {
    title: 'Forecast receipts and debits',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  async call(given, { context }) {
    const { businessId, ...words } = parseArguments(Query, given);
    const options = readValues(flags, (name) =>
      [words[name as keyof typeof words] ?? []].flat().map(String),
    );
    const { itemRow, runForecast } = await import('../../cash/forecast/run-forecast.ts');
    const { rows, movements, unresolved } = await runForecast(context, {
      ...options,
      businessId,
      failBelow: [],
    });
    return { days: rows, items: movements.map(itemRow), unresolved };
  },
};

const Query = z.strictObject({
  businessId: z.optional(Id),
  weeks: z.optional(z.number()),
  opening: z.optional(z.array(z.string())),
  from: z.optional(z.string()),
  release: z.optional(z.string()),
});
