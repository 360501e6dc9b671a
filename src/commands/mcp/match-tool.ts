import * as z from 'zod/mini';
import { matchFlags } from '../../cash/match/flags.ts';
import { UsageError } from '../../cli/errors.ts';
import { readValues } from '../../cli/flags/flag.ts';
import { outputSchemaFor } from './output-schema.ts';
import type { Arguments } from './read-arguments.ts';
import type { Tool } from './tools.ts';

const text = (description: string) => ({ type: 'string', description });

/** The arguments that are flags of `remit match`; those that write or decide an exit code are left out. */
const { acceptProbable: _, resolve: __, ...flags } = matchFlags;

const properties = {
  filename: text('name of the statement file'),
  contentBase64: text('the statement (OFX, camt.053, BAI2 or CSV), in Base64'),
  businessId: text('business to act for (default: that of the profile)'),
  bank: text(flags.bank.help),
  map: {
    type: 'array',
    items: { type: 'string' },
    description: `${flags.map.help}; such as date=Posting Date`,
  },
  dateFormat: text(flags.dateFormat.help),
  from: text(flags.from.help),
  to: text(flags.to.help),
  window: { type: 'integer', description: flags.window.help },
  ignoreBalances: { type: 'boolean', description: flags.ignoreBalances.help },
};

/** The tool that matches a bank statement. It resolves nothing, and remembers no columns. */
export const matchTool: Tool = {
  name: 'statement_match',
  description:
    'Match a bank statement with payments and withdrawals. Rows are matched, probable, ambiguous, unrecorded, missing, unresolved or outstanding; proved lists requests with an unknown outcome that the statement shows as applied, which a person records with remit match --resolve.',
  inputSchema: {
    type: 'object',
    properties,
    required: ['filename', 'contentBase64'],
    additionalProperties: false,
  },
  outputSchema: outputSchemaFor(
    z.looseObject({
      rows: z.array(z.looseObject({ status: z.string() })),
      proved: z.array(z.string()),
    }),
  ),
  annotations: {
    title: 'Match a bank statement',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  async call(given, { context }) {
    const { filename, contentBase64, businessId, ...rest } = checked(given);
    const options = readValues(flags, (name) => wordsOf(rest[name]));
    const { LARGEST_STATEMENT, runMatch } = await import('../../cash/match/run-match.ts');
    const bytes = Buffer.from(String(contentBase64), 'base64');
    if (bytes.length > LARGEST_STATEMENT) throw wrong('contentBase64', 'is too large');
    const { rows, proofs } = await runMatch(
      context,
      { path: String(filename), bytes },
      {
        ...options,
        ...(businessId !== undefined && { businessId: String(businessId) }),
        resolve: false,
        remember: false,
      },
    );
    return { rows, proved: proofs.map(({ intentId }) => intentId) };
  },
};

/** Refuses arguments that are unknown, missing or of another type than the schema says. */
function checked(given: Arguments): Arguments {
  const schema: Readonly<Record<string, { readonly type: string }>> = properties;
  for (const [name, value] of Object.entries(given)) {
    const expected = schema[name]?.type;
    if (expected === undefined) throw wrong(name, 'is unknown');
    if (!isOf(expected, value)) throw wrong(name, `must be ${expected}`);
  }
  for (const name of ['filename', 'contentBase64']) {
    if (!given[name]) throw wrong(name, 'is required');
  }
  return given;
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value) && value.every((it) => typeof it === 'string');
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

const wrong = (field: string, message: string) =>
  new UsageError(`${field} ${message}.`, { problems: [{ field, message }] });

/** Returns the words that a value would be on a command line. */
function wordsOf(value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  return Array.isArray(value) ? value : [String(value)];
}
