import * as z from 'zod/mini';
import { Id } from '../../api/schema/field-types.ts';
import { forecastFlags } from '../../cash/forecast/flags.ts';
import { matchFlags } from '../../cash/match/flags.ts';
import { periodFlags } from '../../cash/statement/period-flags.ts';
import { UsageError } from '../../money/errors.ts';
import { described, flagArguments, readFlagArguments, task } from './task.ts';

// Flags that write, decide the layout or an exit code are no arguments.
const { acceptProbable: _, resolve: __, ...matching } = matchFlags;
const { view: ___, failBelow: ____, ...forecasting } = forecastFlags;

/** Tasks that report: status, forecast, the match of a bank statement, and a statement of account. */
export const reportTasks = [
  task({
    name: 'show_status',
    title: 'Show what needs action',
    description:
      'Start here: profile, environment and business, and what needs attention today: invoices to approve, to pay, overdue, held or failed, unresolved requests. Each row has count, amount and the next step.',
    input: () => z.strictObject({}),
    result: () =>
      z.looseObject({ rows: z.array(z.looseObject({ what: z.string() })), business: z.string() }),
    async call(_, context) {
      const { readStatus } = await import('../../cash/status/read-status.ts');
      const { statusRows } = await import('../../cash/status/status-rows.ts');
      const rows = statusRows(await readStatus(context), (line) => line);
      const { profile, baseUrl } = await context.identity();
      const { environment } = context.destination();
      return { profile, environment, baseUrl, business: context.business(), rows };
    },
  }),

  task({
    name: 'forecast',
    title: 'Forecast receipts and debits',
    description:
      'Forecast cash for the coming weeks: receipts and debits by business day. days has the sums of the balance at the service and of each bank account, which must never be added up; items has every movement, undated ones too, and why.',
    input: () => z.strictObject(flagArguments(forecasting)),
    result: () =>
      z.looseObject({
        days: z.array(z.looseObject({})),
        items: z.array(z.looseObject({})),
      }),
    async call(args, context) {
      const options = readFlagArguments(forecasting, args);
      const { itemRow, runForecast } = await import('../../cash/forecast/run-forecast.ts');
      const { rows, movements, unresolved } = await runForecast(context, {
        ...options,
        businessId: context.business(),
        failBelow: [],
      });
      return { days: rows, items: movements.map(itemRow), unresolved };
    },
  }),

  task({
    name: 'match_statement',
    title: 'Match a bank statement',
    description:
      'Match the lines of a bank statement file with payments and withdrawals. Rows are matched, probable, ambiguous, unrecorded, missing, unresolved or outstanding; proved lists requests with an unknown outcome that the statement shows as applied: a person records them with remit match --resolve.',
    input: () =>
      z.strictObject({
        filename: described(z.string().check(z.minLength(1)), 'name of the statement file'),
        contentBase64: described(
          z.string().check(z.minLength(1)),
          'the statement (OFX, camt.053, BAI2 or CSV), in Base64',
        ),
        ...flagArguments(matching),
      }),
    result: () =>
      z.looseObject({
        rows: z.array(z.looseObject({ status: z.string() })),
        proved: z.array(z.string()),
      }),
    // Resolves nothing, and remembers no columns.
    async call({ filename, contentBase64, ...args }, context) {
      const options = readFlagArguments(matching, args);
      const { LARGEST_STATEMENT, runMatch } = await import('../../cash/match/run-match.ts');
      const bytes = Buffer.from(contentBase64, 'base64');
      if (bytes.length > LARGEST_STATEMENT) {
        throw new UsageError('contentBase64 is too large.', {
          problems: [{ field: 'contentBase64', message: 'is too large' }],
        });
      }
      const { rows, proofs } = await runMatch(
        context,
        { path: filename, bytes },
        { ...options, businessId: context.business(), resolve: false, remember: false },
      );
      return { rows, proved: proofs.map(({ intentId }) => intentId) };
    },
  }),

  task({
    name: 'partner_statement',
    title: 'Statement of account',
    description:
      'Statement of account with one trading partner for a period: opening balance, what was invoiced, paid, returned, cancelled and declined, closing balance and open invoices, received and sent apart. Payments in flight are still owed; quick payments are in no sum.',
    input: () =>
      z.strictObject({
        connection: described(Id, 'id from find_partners'),
        ...flagArguments(periodFlags),
      }),
    result: () =>
      z.looseObject({
        connectionId: z.string(),
        businessId: z.string(),
        from: z.string(),
        to: z.string(),
        quickPayments: z.array(z.looseObject({})),
      }),
    async call({ connection, ...args }, context) {
      const period = readFlagArguments(periodFlags, args);
      const { readPartnerStatement } = await import(
        '../../cash/statement/read-partner-statement.ts'
      );
      const businessId = context.business();
      return readPartnerStatement(context, { connectionId: connection, businessId, ...period });
    },
  }),
];
