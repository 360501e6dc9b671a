import { MAX_SYNC_SECONDS } from '../../api/controls/accounting.ts';
import type { Control } from '../../api/controls/control.ts';
import { controls } from '../../api/controls/controls.ts';
import { command } from '../../cli/command.ts';
import { argument, option, requiredChoice } from '../../cli/flags/flag.ts';
import { id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import { controlOf } from './control-client.ts';
import { viewOf } from './control-command.ts';
import { dirFlag } from './data-dir.ts';

/** The controls by the word that follows the integration: lists of its books, then what happens to it. */
const controlsByWord = {
  vendors: controls.listVendors,
  'bank-accounts': controls.listBookBankAccounts,
  bills: controls.listBills,
  revoke: controls.revokeIntegration,
  'fail-next-sync': controls.failNextSync,
  'slow-next-sync': controls.slowNextSync,
} as const satisfies Readonly<Record<string, Control>>;

type Word = keyof typeof controlsByWord;
const words = Object.keys(controlsByWord) as readonly Word[];

/** The books and the faults of an accounting integration. */
export const accounting = command({
  name: 'accounting',
  summary:
    'List the books of an accounting integration, revoke its access, or disturb its next sync',
  about: 'With slow-next-sync, the next sync takes --seconds by the clock of the sandbox.',
  args: {
    integration: argument('<integration>', 'accounting integration', id),
    what: requiredChoice('<what>', 'list to print, or step to take', words),
  },
  flags: {
    ...dirFlag,
    seconds: option(
      '--seconds <s>',
      'with slow-next-sync: duration of the sync',
      wholeNumber(1, MAX_SYNC_SECONDS),
    ),
  },
  sends: true,
  view: viewOf(controls.revokeIntegration),
  viewFor: (_flags, _globals, { what }) => viewOf(controlsByWord[what]),
  examples: {
    'List the bills': 'remit sandbox accounting acctint_… bills',
    'Print only the ids of the vendors':
      'remit sandbox accounting acctint_… vendors --json --query "[].id"',
    'Slow the next sync down': 'remit sandbox accounting acctint_… slow-next-sync --seconds 60',
  },

  async run({ context, args: { integration, what }, flags: { dir, seconds } }) {
    if ((what === 'slow-next-sync') !== (seconds !== undefined)) {
      throw new UsageError('--seconds and slow-next-sync require each other.');
    }
    const { call } = await controlOf(context, dir);
    const control: Control = controlsByWord[what];
    return call(control, { id: integration, ...(seconds !== undefined && { seconds }) });
  },
});
