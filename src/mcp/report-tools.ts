import * as z from 'zod/mini';
import { Id } from '../api/schema/field-types.ts';
import { forecastFlags } from '../cash/forecast/flags.ts';
import { matchFlags } from '../cash/match/flags.ts';
import { periodFlags } from '../cash/statement/period-flags.ts';
import { UsageError } from '../money/errors.ts';
import { described, localTool, readFlagArguments } from './local-tool.ts';

const text = (description: string) => described(z.optional(z.string()), description);
const texts = (description: string) => described(z.optional(z.array(z.string())), description);
const integer = (description: string) => described(z.optional(z.int()), description);

const businessId = described(z.optional(Id), 'business to act for (default: that of the profile)');

// Flags that write, decide the layout or an exit code are no arguments.
const { acceptProbable: _, resolve: __, ...matching } = matchFlags;
const { view: ___, failBelow: ____, ...forecasting } = forecastFlags;

/** Tools for reports: the match of a bank statement, a statement of account, and the forecast. */
export const reportTools = [
  localTool({
    name: 'statement_match',
    title: 'Match a bank statement',
    description:
      'Match a bank statement with payments and withdrawals. Rows are matched, probable, ambiguous, unrecorded, missing, unresolved or outstanding; proved lists requests with an unknown outcome that the statement shows as applied, which a person records with remit match --resolve.',
    input: z.strictObject({
      filename: described(z.string().check(z.minLength(1)), 'name of the statement file'),
      contentBase64: described(
        z.string().check(z.minLength(1)),
        'the statement (OFX, camt.053, BAI2 or CSV), in Base64',
      ),
      businessId,
      bank: text(matching.bank.help),
      map: texts(`${matching.map.help}; such as date=Posting Date`),
      dateFormat: text(matching.dateFormat.help),
      from: text(matching.from.help),
      to: text(matching.to.help),
      window: integer(matching.window.help),
      ignoreBalances: described(z.optional(z.boolean()), matching.ignoreBalances.help),
    }),
    result: z.looseObject({
      rows: z.array(z.looseObject({ status: z.string() })),
      proved: z.array(z.string()),
    }),
    // Resolves nothing, and remembers no columns.
    async call({ filename, contentBase64, businessId: business, ...args }, context) {
      const options = readFlagArguments(matching, args);
      const { LARGEST_STATEMENT, runMatch } = await import('../cash/match/run-match.ts');
      const bytes = Buffer.from(contentBase64, 'base64');
      if (bytes.length > LARGEST_STATEMENT) {
        throw new UsageError('contentBase64 is too large.', {
          problems: [{ field: 'contentBase64', message: 'is too large' }],
        });
      }
      const { rows, proofs } = await runMatch(
        context,
        { path: filename, bytes },
        { ...options, businessId: business, resolve: false, remember: false },
      );
      return { rows, proved: proofs.map(({ intentId }) => intentId) };
    },
  }),

  localTool({
    name: 'connection_statement',
    title: 'Statement of account',
    description:
      'Statement of account with a trading partner: opening balance, what was invoiced, paid, returned, cancelled and declined in a period, closing balance and open invoices; invoices received (to pay) and sent (to be paid) apart. Payments in flight are still owed; quick payments have no invoice and are in no sum.',
    input: z.strictObject({
      connectionId: described(Id, 'connection'),
      businessId,
      from: text(periodFlags.from.help),
      to: text(periodFlags.to.help),
    }),
    result: z.looseObject({
      connectionId: z.string(),
      businessId: z.string(),
      from: z.string(),
      to: z.string(),
      quickPayments: z.array(z.looseObject({})),
    }),
    async call({ connectionId, businessId: business, ...args }, context) {
      const period = readFlagArguments(periodFlags, args);
      const { readPartnerStatement } = await import('../cash/statement/read-partner-statement.ts');
      const own = business ?? context.business();
      return readPartnerStatement(context, { connectionId, businessId: own, ...period });
    },
  }),

  localTool({
    name: 'cash_forecast',
    title: 'Forecast receipts and debits',
    description:
      'Forecast receipts and debits by business day: days has the sums of the balance at the service and of each bank account, which must never be added up; items has every movement, without a date if it is undated, and why says the reason.',
    input: z.strictObject({
      businessId,
      weeks: integer(forecasting.weeks.help),
      opening: texts(`${forecasting.opening.help}; such as fs_1=2500.00`),
      bank: text(forecasting.bank.help),
      release: text(forecasting.release.help),
    }),
    result: z.looseObject({
      days: z.array(z.looseObject({})),
      items: z.array(z.looseObject({})),
    }),
    async call({ businessId: business, ...args }, context) {
      const options = readFlagArguments(forecasting, args);
      const { itemRow, runForecast } = await import('../cash/forecast/run-forecast.ts');
      const { rows, movements, unresolved } = await runForecast(context, {
        ...options,
        businessId: business,
        failBelow: [],
      });
      return { days: rows, items: movements.map(itemRow), unresolved };
    },
  }),
];
