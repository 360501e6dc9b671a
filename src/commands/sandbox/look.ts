import { command, type Subgroup } from '../../cli/command.ts';
import { argument, option } from '../../cli/flag.ts';
import { id, words } from '../../cli/values.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { eventColumns, mailColumns } from './columns.ts';
import { controlOf } from './control.ts';
import { dataFlag } from './place.ts';

export const outbox = command({
  name: 'outbox',
  summary: 'List the e-mails that a real service would have sent, with their links and tokens',
  flags: {
    ...dataFlag,
    to: option('--to <email>', 'only those to this address', words),
    kind: option('--kind <kind>', 'only those of this kind, such as invitation', words),
  },
  view: listOf(mailColumns, 'No e-mails.'),
  examples: [
    'remit sandbox outbox',
    'remit sandbox outbox --kind invitation --json --query "[-1].token"',
  ],

  async run({ context, flags: { data, to, kind } }) {
    const { call } = await controlOf(context, data);
    return call('GET', `/sandbox/outbox${searchOf({ to, kind })}`);
  },
});

export const events = command({
  name: 'events',
  summary: 'List what happened in the sandbox, oldest first',
  flags: {
    ...dataFlag,
    after: option('--after <event>', 'only those after this one', id),
    type: option('--type <type>', 'only those of this type, such as payment.completed', words),
  },
  view: listOf(eventColumns, 'No events.'),
  examples: ['remit sandbox events', 'remit sandbox events --type payment.completed --json'],

  async run({ context, flags: { data, after, type } }) {
    const { call } = await controlOf(context, data);
    return call('GET', `/sandbox/events${searchOf({ after, type })}`);
  },
});

export const tick = command({
  name: 'tick',
  summary: 'Do now what has fallen due',
  flags: dataFlag,
  view: listOf(eventColumns, 'Nothing had fallen due.'),
  examples: ['remit sandbox tick', 'remit sandbox tick --json'],

  async run({ context, flags }) {
    const { call } = await controlOf(context, flags.data);
    return ((await call('POST', '/sandbox/tick', {})) as { events: unknown[] }).events;
  },
});

const accounts = command({
  name: 'show',
  summary: 'Show the accounts of the ledger and their balances',
  flags: dataFlag,
  view: listOf(columns('name', 'class', 'balance:money'), 'The ledger is empty.'),
  examples: ['remit sandbox ledger show', 'remit sandbox ledger show --csv'],

  async run({ context, flags }) {
    const { call } = await controlOf(context, flags.data);
    return ((await call('GET', '/sandbox/ledger')) as { accounts: unknown[] }).accounts;
  },
});

const check = command({
  name: 'check',
  summary: 'Check that the ledger balances and holds every invariant',
  flags: dataFlag,
  view: recordOf(columns('ok:boolean', 'entries:number', 'difference:money', 'invariants:json')),
  examples: ['remit sandbox ledger check', 'remit sandbox ledger check --json --query ok'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call('GET', '/sandbox/ledger/check'),
});

export const ledger: Subgroup = {
  name: 'ledger',
  summary: 'See and check the double-entry ledger of the sandbox',
  commands: [accounts, check],
  bare: accounts,
};

export const microDeposits = command({
  name: 'micro-deposits',
  summary: 'Show the two amounts that verify a bank account',
  args: { bank: argument('<bank>', 'bank account', id) },
  flags: dataFlag,
  view: recordOf(
    columns(
      'fundingSourceId',
      'status:state',
      'amounts:json',
      'expectedPostDate:date',
      'attemptsRemaining:number',
    ),
  ),
  examples: [
    'remit sandbox micro-deposits fs_…',
    'remit sandbox micro-deposits fs_… --json --query amounts',
  ],

  run: async ({ context, args, flags }) =>
    (await controlOf(context, flags.data)).call(
      'GET',
      `/sandbox/bank-accounts/${encodeURIComponent(args.bank)}/micro-deposits`,
    ),
});

function searchOf(filters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(filters).filter((it): it is [string, string] => it[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
