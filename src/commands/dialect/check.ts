import { command } from '../../cli/command.ts';
import { ConditionError } from '../../cli/errors.ts';
import { choice } from '../../cli/flags/flag.ts';
import { foldersOf } from '../../config/folders.ts';
import { business } from '../../contract/business.ts';
import { payable } from '../../contract/payable.ts';
import { listOf } from '../../render/view.ts';
import { loadDialect } from '../../service/load-dialect.ts';
import type { AssumptionCheck } from './check-dialect.ts';
import { assumptionCheckColumns } from './list.ts';

const RESULTS = ['contradicted', 'confirmed', 'open'] as const;

export const check = command({
  name: 'check',
  summary: "Compare what was assumed with the service's own answers; only reads are sent",
  about:
    'Contradicted ones come first, with what to type. What nobody answered stays open: requests are never tried. Exit code 11 when anything is contradicted.',
  calls: [business.list, payable.list],
  endsAlso: ['partly'],
  flags: { only: choice('--only <result>', 'one kind of result', RESULTS) },
  view: listOf(assumptionCheckColumns, 'There is none.'),
  examples: ['remit dialect check --only contradicted', 'remit dialect check --csv'],

  async run({ context, flags }) {
    const { checkDialect } = await import('./check-dialect.ts');
    const settings = context.settings({ mayBeNew: true });
    const dialect = await loadDialect(settings, foldersOf(context.host));
    const all = await checkDialect(await context.connection(), dialect, settings.business);
    context.notice(RESULTS.map((it) => `${count(all, it)} ${it}`).join(', '));
    const shown = all.filter(({ result }) => flags.only === undefined || result === flags.only);
    const wrong = count(all, 'contradicted');
    if (wrong === 0) return shown;
    throw new ConditionError(
      'partly',
      'contradicted',
      `${wrong} ${wrong === 1 ? 'name is' : 'names are'} not what the service sends.`,
      { next: suggestionsIn(all), record: shown },
    );
  },
});

const count = (all: readonly AssumptionCheck[], wanted: AssumptionCheck['result']) =>
  all.filter(({ result }) => result === wanted).length;

const suggestionsIn = (all: readonly AssumptionCheck[]) => [
  ...new Set(all.map(({ suggestion }) => suggestion).filter((it) => it !== null)),
];
