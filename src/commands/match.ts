import { bank } from '../api/operations/bank.ts';
import { connection } from '../api/operations/connection.ts';
import { payable } from '../api/operations/payable.ts';
import { matchFlags } from '../cash/match/flags.ts';
import type { MatchStatus } from '../cash/match/rows.ts';
import type { MatchReport } from '../cash/match/run-match.ts';
import { command } from '../cli/command.ts';
import { argument } from '../cli/flags/flag.ts';
import { file } from '../cli/flags/value-parsers.ts';
import { ConditionError } from '../money/errors.ts';
import { columns, listOf } from '../render/view.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'match',
  summary: 'Match a bank statement with payments and withdrawals',
  about:
    'Reads OFX (QFX, QBO), camt.053, BAI2 and CSV files. A line is matched by its amount and an id or invoice number in its text, probable by amount, date and name, ambiguous if several records fit, unrecorded if none does. A record is missing if it should be on the statement, and outstanding if it may be on another one. Exit 0 if all is matched or outstanding, otherwise 11.',
  details:
    'The columns of a CSV file are given once with --map and remembered in the profile. Payments that you receive are on no bank statement: they go to your balance at the service. Withdrawals from it are. A statement can prove that a request with an unknown outcome was applied, never that it was not: see --resolve.',
  calls: [payable.list, bank.list, connection.list],
  asks: true,
  extraExits: ['partly'],
  args: { statement: argument('<statement>', 'statement file, or - for standard input', file) },
  flags: matchFlags,
  view: listOf(
    columns(
      'status:state',
      'date:date',
      'amount:money',
      'invoiceNumber',
      'party',
      'line:number',
      'description:below',
      'why:below',
      'record:below',
    ),
    'The statement has no transactions, and none are expected.',
    {
      also: [
        'kind',
        'paymentId',
        'payableId',
        'intentId',
        'transactionId',
        'fundingSourceId',
        'candidates',
      ],
    },
  ),
  examples: {
    'Match a statement, and show what differs': 'remit match march.ofx',
    'Write the result to a file with a manifest':
      'remit match march.ofx --csv --out march.csv --manifest',
    'Resolve unknown outcomes that the statement proves':
      'remit match march.ofx --resolve --yes --json',
  },

  async run({ context, args, flags }) {
    const { LARGEST_STATEMENT, runMatch } = await import('../cash/match/run-match.ts');
    const { bytes } = await context.files.readFile(args.statement, { maxBytes: LARGEST_STATEMENT });
    const report = await runMatch(context, { path: args.statement, bytes }, flags);
    return judged(report, args.statement, flags);
  },
});

/** Returns the rows if nothing has to be looked at, otherwise throws them with what it is. */
function judged(
  { rows, proofs }: MatchReport,
  statement: string,
  { acceptProbable }: { readonly acceptProbable: boolean },
) {
  const fine: readonly MatchStatus[] = [
    ...(['matched', 'outstanding'] as const),
    ...(acceptProbable ? (['probable'] as const) : []),
  ];
  const open = rows.filter(({ status }) => !fine.includes(status));
  if (open.length === 0 && proofs.length === 0) return rows;
  const counts = ORDER.flatMap((status) => {
    const count = rows.filter((it) => it.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  const shown = proofs.map(({ intentId }) => intentId).join(', ');
  throw new ConditionError('partly', 'unmatched', `${counts.join(', ')}.`, {
    record: rows,
    next:
      proofs.length === 0
        ? []
        : [`remit match ${statement} --resolve to record ${shown} as applied`],
  });
}

const ORDER: readonly MatchStatus[] = [
  'matched',
  'probable',
  'ambiguous',
  'unrecorded',
  'missing',
  'unresolved',
  'outstanding',
];
