import { business } from '../../api/operations/business.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { choice } from '../../cli/flags/flag.ts';
import { foldersOf } from '../../config/folders.ts';
import { ConditionError } from '../../money/errors.ts';
import { listOf } from '../../render/view.ts';
import { loadDialect } from '../../runtime/load-dialect.ts';
import { oneBusinessIn } from '../../runtime/scope.ts';
import type { AssumptionCheck } from './check-dialect.ts';
import { assumptionCheckColumns } from './list.ts';

const RESULTS = ['mismatch', 'confirmed', 'unverified'] as const;

export const check = command({
  name: 'check',
  summary: "Compare the assumed names with the service's responses (only reads)",
  about:
    'Mismatches come first, with the command that fixes each. What no response shows stays unverified: writes are never sent. Exit code 11 if there is a mismatch.',
  calls: [business.list, payable.list],
  extraExits: ['partly'],
  flags: { result: choice('--result <result>', 'filter by result', RESULTS) },
  view: listOf(assumptionCheckColumns, 'No matching assumptions.'),
  examples: {
    'Show only what differs': 'remit dialect check --result mismatch',
    'Export the comparison as CSV': 'remit dialect check --csv',
  },

  async run({ context, flags }) {
    const { checkDialect } = await import('./check-dialect.ts');
    const settings = context.settings({ mayBeNew: true });
    const dialect = await loadDialect(settings, foldersOf(context.system));
    const all = await checkDialect(await context.connection(), dialect, oneBusinessIn(settings));
    context.notice(RESULTS.map((result) => `${count(all, result)} ${result}`).join(', '));
    const shown = all.filter(({ result }) => flags.result === undefined || result === flags.result);
    const mismatches = count(all, 'mismatch');
    if (mismatches === 0) return shown;
    throw new ConditionError(
      'partly',
      'mismatch',
      `${mismatches} ${mismatches === 1 ? 'name does' : 'names do'} not match the service's responses.`,
      { next: suggestionsIn(all), record: shown },
    );
  },
});

const count = (all: readonly AssumptionCheck[], kind: AssumptionCheck['result']) =>
  all.filter(({ result }) => result === kind).length;

const suggestionsIn = (all: readonly AssumptionCheck[]) => [
  ...new Set(all.map(({ suggestion }) => suggestion).filter((suggestion) => suggestion !== null)),
];
