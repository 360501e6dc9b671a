import { command, type Subgroup } from '../../cli/command.ts';
import { argument, type Parse, requiredOption, toggle } from '../../cli/flags/flag.ts';
import { id, wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const args = { integration: argument('<integration>', 'accounting integration', id) };

const vendors = command({
  name: 'vendors',
  summary: 'List the vendors of the simulated accounting system',
  args,
  flags: dataFlag,
  view: listOf(columns('id', 'name', 'createdAt:time'), 'No vendors.'),
  examples: [
    'remit sandbox accounting vendors acctint_…',
    'remit sandbox accounting vendors acctint_… --json --query "[].id"',
  ],

  run: async ({ context, args: { integration }, flags }) =>
    (await controlOf(context, flags.data)).call(controls.listVendors, {
      params: { id: integration },
    }),
});

const bankAccounts = command({
  name: 'bank-accounts',
  summary: 'List the bank accounts of the simulated accounting system',
  args,
  flags: dataFlag,
  view: listOf(columns('id', 'name', 'type', 'bankName', 'last4'), 'No bank accounts.'),
  examples: [
    'remit sandbox accounting bank-accounts acctint_…',
    'remit sandbox accounting bank-accounts acctint_… --csv',
  ],

  run: async ({ context, args: { integration }, flags }) =>
    (await controlOf(context, flags.data)).call(controls.listBookBankAccounts, {
      params: { id: integration },
    }),
});

const bills = command({
  name: 'bills',
  summary: 'List the bills and invoices of the simulated accounting system',
  args,
  flags: dataFlag,
  view: listOf(
    columns(
      'id',
      'kind',
      'status:state',
      'partyName',
      'docNumber',
      'totalAmount:money',
      'balance:money',
      'dueDate:date',
      'payableId',
    ),
    'No bills: sync first.',
  ),
  examples: [
    'remit sandbox accounting bills acctint_…',
    'remit sandbox accounting bills acctint_… --json',
  ],

  run: async ({ context, args: { integration }, flags }) =>
    (await controlOf(context, flags.data)).call(controls.listBills, {
      params: { id: integration },
    }),
});

const integrationView = recordOf(columns('id', 'status:state', 'companyName', 'nextSync:json'));

const revoke = command({
  name: 'revoke',
  summary: 'Revoke access in the accounting system',
  args,
  flags: dataFlag,
  view: integrationView,
  examples: [
    'remit sandbox accounting revoke acctint_…',
    'remit sandbox accounting revoke acctint_… --json',
  ],

  run: async ({ context, args: { integration }, flags }) =>
    (await controlOf(context, flags.data)).call(controls.revokeIntegration, {
      params: { id: integration },
    }),
});

const failNextSync = command({
  name: 'fail-next-sync',
  summary: 'Make the next sync fail',
  args,
  flags: dataFlag,
  view: integrationView,
  examples: [
    'remit sandbox accounting fail-next-sync acctint_…',
    'remit sandbox accounting fail-next-sync acctint_… --json',
  ],

  run: async ({ context, args: { integration }, flags }) =>
    (await controlOf(context, flags.data)).call(controls.failNextSync, {
      params: { id: integration },
    }),
});

const slowNextSync = command({
  name: 'slow-next-sync',
  summary: 'Delay the next sync, by the sandbox clock',
  args,
  flags: {
    ...dataFlag,
    seconds: requiredOption('--seconds <s>', 'duration of the sync', wholeNumber(1, 86_400)),
  },
  view: integrationView,
  examples: [
    'remit sandbox accounting slow-next-sync acctint_… --seconds 60',
    'remit sandbox accounting slow-next-sync acctint_… --seconds 5 --json',
  ],

  run: async ({ context, args: { integration }, flags: { data, seconds } }) =>
    (await controlOf(context, data)).call(controls.slowNextSync, {
      params: { id: integration },
      body: { seconds },
    }),
});

/** Returns the `state` of a consent URL, or the text itself. */
const stateOf: Parse<string> = (text) =>
  (URL.canParse(text) ? new URL(text).searchParams.get('state') : null) ?? words(text);

const authorize = command({
  name: 'authorize',
  summary: 'Authorize an accounting connection, as a user would in the browser',
  args: {
    state: argument('<state-or-url>', 'state, or the URL printed by accounting connect', stateOf),
  },
  flags: { ...dataFlag, deny: toggle('--deny', 'deny access instead') },
  view: recordOf(columns('redirectUrl')),
  examples: [
    'remit sandbox accounting authorize "http://127.0.0.1:4010/sandbox/accounting/authorize?state=…"',
    'remit sandbox accounting authorize --deny "http://127.0.0.1:4010/sandbox/accounting/authorize?state=…" --json',
  ],

  run: async ({ context, args: { state }, flags: { data, deny } }) =>
    (await controlOf(context, data)).call(deny ? controls.denyConsent : controls.approveConsent, {
      params: { state },
    }),
});

export const accounting: Subgroup = {
  name: 'accounting',
  summary: 'Control the simulated accounting system',
  commands: [authorize, vendors, bankAccounts, bills, revoke, failNextSync, slowNextSync],
};
