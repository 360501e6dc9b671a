/** The page of a bank account in the inspector. */

import type { Row } from '../../database/tables.ts';
import { bankOf } from '../../ledger/accounts.ts';
import { accountLink } from './ledger-entries.ts';
import { field } from './shapes/field.ts';
import { recordAt, rowsWith } from './shapes/read-rows.ts';
import { factsSection, recordPage } from './shapes/record-page.ts';

interface BankAccount extends Row<'bank_accounts'> {
  /** The name of its account in the ledger; null before money moved. */
  readonly ledgerAccount: string | null;
}

/** Returns the page of a bank account: owner, verification and ledger account. */
export const bankAccountPage = recordPage<BankAccount>({
  async read(pageContext) {
    const account = await recordAt(pageContext, 'bank_accounts', 'bank account');
    const name = ['name', bankOf(account.id)] as const;
    const [ledgerAccount] = await rowsWith(pageContext, 'ledger_accounts', name);
    return { ...account, ledgerAccount: ledgerAccount?.name ?? null };
  },
  title: ({ name, last4 }) => `${name} ··${last4}`,
  sections: [
    factsSection([
      field.business('Business', 'business_id'),
      field.text('Bank', 'bank_name'),
      field.text('Type', 'account_type'),
      field.text('Routing number', 'routing_number'),
      { label: 'Default', value: ({ is_default }) => (is_default === 1 ? 'yes' : 'no') },
      {
        label: 'Verified by',
        value: ({ method }) => (method === 'linkprovider' ? 'link provider' : 'micro-deposits'),
      },
      field.text('Behaves', 'behavior'),
      field.text('Debits stopped after', 'debits_stopped_code'),
      {
        label: 'Ledger account',
        value: ({ ledgerAccount }) => ledgerAccount && accountLink(ledgerAccount),
      },
      field.moment('Connected', 'created_at'),
      field.moment('Verified', 'verified_at'),
      field.moment('Removed', 'removed_at'),
    ]),
  ],
});
