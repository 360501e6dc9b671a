import { business } from '../../api/operations/business.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { argument, choice } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { foldersOf } from '../../config/folders.ts';
import { ConditionError } from '../../money/errors.ts';
import { listOf, text } from '../../render/view.ts';
import { loadDialect } from '../../runtime/load-dialect.ts';
import { oneBusinessIn } from '../../runtime/scope.ts';
import type { AssumptionCheck } from './check-dialect.ts';
import { assumptionCheckColumns, list } from './list.ts';

const unset = command({
  name: 'unset',
  summary: 'Remove a mapping',
  args: { name: argument('<name>', 'name given to remit dialect set', words) },
  view: text,
  examples: {
    'Remove a mapping': 'remit dialect unset clearingSpeed',
    'Remove a mapping of another profile': 'remit dialect unset clearingSpeed -P live',
  },

  async run({ context, args }) {
    const { editDialect, withoutEntry } = await import('./edit-dialect.ts');
    const profile = await editDialect(context, (now) => withoutEntry(now, args.name));
    return `${args.name} has no mapping (profile ${profile}).`;
  },
});

const set = command({
  name: 'set',
  summary: 'Map a field, enum value or path to its name in your service',
  about:
    'clearingSpeed is the field in every operation, pay.initiate.clearingSpeed in one, link.status:enabled an enum value, bank.linkToken a path. amountUnit is dollars or cents.',
  args: {
    name: argument('<name>', 'name in remit dialect list', words),
    apiName: argument('<api-name>', 'name in the API of your service', words),
  },
  view: text,
  examples: {
    'Map a field': 'remit dialect set clearingSpeed speed',
    'Map an enum value': 'remit dialect set link.status:enabled ACTIVE --profile live',
    'Map the path of an operation':
      'remit dialect set bank.linkToken /api/bank-accounts/provider-link-token -P live',
  },

  async run({ context, args }) {
    const { editDialect, withEntry } = await import('./edit-dialect.ts');
    const profile = await editDialect(context, (now) => withEntry(now, args.name, args.apiName));
    return `${args.name} is ${args.apiName} (profile ${profile}).`;
  },
});

const RESULTS = ['mismatch', 'confirmed', 'unverified'] as const;

const check = command({
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

export const commands = [list, set, unset, check];
