import type { HandlerContext } from '../context/handler-context.ts';
import type { IntegrationRow } from './integration.ts';
import type { ItemOutcome } from './rules.ts';

/** Syncs bank names and last four digits of mapped bank accounts into the books; others are skipped. */
export async function syncBankAccounts(
  context: HandlerContext,
  integration: IntegrationRow,
): Promise<readonly ItemOutcome[]> {
  const items: ItemOutcome[] = [];
  for (const { id, mapping, synced, ...account } of await banksOf(context, integration)) {
    const content = JSON.stringify(account);
    const isChanged = mapping !== null && synced !== content;
    if (isChanged) await write(context, mapping, content);
    items.push({ entityId: id, did: isChanged ? 'updated' : 'skipped' });
  }
  return items;
}

/** Selects the bank accounts of the business with their mappings, oldest first. */
const banksOf = ({ db }: HandlerContext, { id, business_id }: IntegrationRow) =>
  db
    .selectFrom('bank_accounts')
    .leftJoin('bank_mappings', (join) =>
      join
        .onRef('bank_mappings.funding_source_id', '=', 'bank_accounts.id')
        .on('bank_mappings.integration_id', '=', id),
    )
    .select(['bank_accounts.id', 'bank_mappings.id as mapping', 'bank_mappings.synced'])
    .select(['bank_accounts.bank_name', 'bank_accounts.last4'])
    .where('bank_accounts.business_id', '=', business_id)
    .where('bank_accounts.status', '!=', 'removed')
    .orderBy('bank_accounts.created_at')
    .orderBy('bank_accounts.id')
    .execute();

async function write({ db }: HandlerContext, mappingId: string, content: string): Promise<void> {
  const { integration_id, bank_account_id } = await db
    .updateTable('bank_mappings')
    .set({ synced: content })
    .where('id', '=', mappingId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('book_bank_accounts')
    .set(JSON.parse(content))
    .where('integration_id', '=', integration_id)
    .where('id', '=', bank_account_id)
    .execute();
}
