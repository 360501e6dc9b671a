import { createNotFoundError } from '../../context/validation.ts';
import { bankOf } from '../../ledger/accounts.ts';
import { badge, time } from '../format.ts';
import { html } from '../html.ts';
import { facts } from '../html-table.ts';
import { accountLink } from './ledger-entries.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';

/** Returns the page of a bank account: owner, verification and ledger account. */
export async function bankAccountPage(pageContext: PageContext): Promise<PageContent> {
  const { db, params } = pageContext;
  const id = params['id'] ?? '';
  const account = await db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!account) throw createNotFoundError('bank account', id);
  const { business_id, verified_at, removed_at } = account;
  const nameOf = await namesOf([business_id], pageContext);
  const ledgerAccount = await db
    .selectFrom('ledger_accounts')
    .select('name')
    .where('name', '=', bankOf(id))
    .executeTakeFirst();
  return {
    title: `${account.name} ··${account.last4}`,
    body: html`
      <p class="lead">${badge(account.status)} ${idText(id)}</p>
      ${facts([
        ['Business', linkTo(business_id, nameOf(business_id))],
        ['Bank', account.bank_name],
        ['Type', account.account_type],
        ['Routing number', account.routing_number],
        ['Default', account.is_default === 1 ? 'yes' : 'no'],
        ['Verified by', account.method === 'linkprovider' ? 'link provider' : 'micro-deposits'],
        ['Behaves', account.behavior],
        ['Ledger account', ledgerAccount ? accountLink(ledgerAccount.name) : null],
        ['Connected', time(account.created_at)],
        ['Verified', verified_at === null ? null : time(verified_at)],
        ['Removed', removed_at === null ? null : time(removed_at)],
      ])}`,
  };
}
