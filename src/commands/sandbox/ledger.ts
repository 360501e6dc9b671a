import { command, type Subgroup } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id, parseAmountCents } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { toDollars } from '../../contract/money.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const accounts = command({
  name: 'show',
  summary: 'Show the accounts of the ledger and their balances',
  flags: dataFlag,
  view: listOf(columns('name', 'class', 'balance:money'), 'The ledger is empty.'),
  examples: ['remit sandbox ledger show', 'remit sandbox ledger show --csv'],

  async run({ context, flags }) {
    const { call } = await controlOf(context, flags.data);
    return (await call(controls.readLedger, {})).accounts;
  },
});

const check = command({
  name: 'check',
  summary: 'Check that the ledger balances and every invariant holds',
  flags: dataFlag,
  view: recordOf(columns('ok:boolean', 'entries:number', 'difference:money', 'invariants:json')),
  examples: ['remit sandbox ledger check', 'remit sandbox ledger check --json --query ok'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).wait(controls.checkLedger, {}),
});

const account = command({
  name: 'account',
  summary: 'Show the entries of a ledger account, oldest first',
  args: { name: argument('<name>', 'account, such as fbo.cash or biz.biz_….available', id) },
  flags: dataFlag,
  view: listOf(columns('entry:number', 'at:time', 'event', 'ref', 'amount:money'), 'No entries.'),
  examples: [
    'remit sandbox ledger account fbo.cash',
    'remit sandbox ledger account fbo.cash --csv',
  ],

  async run({ context, args: { name }, flags }) {
    const { call } = await controlOf(context, flags.data);
    return (await call(controls.readLedgerAccount, { params: { name } })).entries;
  },
});

const credit = command({
  name: 'credit',
  summary: 'Credit the available balance of a business',
  args: {
    business: argument('<business>', 'business', id),
    amount: argument('<amount>', 'dollars', parseAmountCents),
  },
  flags: dataFlag,
  view: recordOf(columns('businessId', 'available:money', 'pending:money', 'total:money')),
  examples: [
    'remit sandbox ledger credit biz_… 500',
    'remit sandbox ledger credit biz_… 0.01 --json',
  ],

  run: async ({ context, args: { business, amount: cents }, flags }) =>
    (await controlOf(context, flags.data)).call(controls.creditBusiness, {
      body: { businessId: business, amount: toDollars(cents) },
    }),
});

export const ledger: Subgroup = {
  name: 'ledger',
  summary: 'Show and check the double-entry ledger of the sandbox',
  commands: [accounts, check, account, credit],
  defaultCommand: accounts,
};
