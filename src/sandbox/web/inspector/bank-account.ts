/** The page of a bank account in the inspector. */

import { ACCOUNT_VERIFICATION } from '../../../api/ach/entry.ts';
import type { Row } from '../../database/tables.ts';
import { bankOf } from '../../ledger/accounts.ts';
import type { StoredNotice } from '../../payment/notice-of-change.ts';
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
    const account = await recordAt(pageContext, 'bank_accounts');
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
      {
        label: 'Micro-deposits',
        value: ({ micro_status }) => micro_status && `${micro_status}, as ${ACCOUNT_VERIFICATION}`,
      },
      field.text('Behaves', 'behavior'),
      field.text('Debits stopped after', 'debits_stopped_code'),
      { label: 'Notice of change', value: noticeText },
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

/** Returns the latest notice of change: its code and title, and until when it asks for the correction. */
function noticeText({ notice_of_change }: BankAccount): string | null {
  if (notice_of_change === null) return null;
  const { code, title, correctBy } = JSON.parse(notice_of_change) as StoredNotice;
  return `${code} ${title}, to be corrected by ${correctBy}`;
}
