import { readValues } from '../../cli/flags/flag.ts';
import { matchFlags } from '../match/flags.ts';
import { checkArguments, commandWords, wrongArgument } from './flag-arguments.ts';
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
    'Match a bank statement with payments and withdrawals. Rows are matched, probable, ambiguous, unrecorded, missing, unresolved or outstanding; proved lists requests of unknown outcome that the statement shows as applied, which a person records with remit match --resolve.',
  inputSchema: {
    type: 'object',
    properties,
    required: ['filename', 'contentBase64'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Match a bank statement',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  async call(given, { context }) {
    checkArguments(given, properties, ['filename', 'contentBase64']);
    const { filename, contentBase64, businessId, ...rest } = given;
    const options = readValues(flags, (name) => commandWords(rest[name]));
    const { LARGEST_STATEMENT, runMatch } = await import('../match/run-match.ts');
    const bytes = Buffer.from(String(contentBase64), 'base64');
    if (bytes.length > LARGEST_STATEMENT) throw wrongArgument('contentBase64', 'is too large');
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
