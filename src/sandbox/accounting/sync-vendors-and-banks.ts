import type { HandlerContext } from '../context/handler-context.ts';
import { addVendor, vendorsOf } from './books.ts';
import type { IntegrationRow } from './integration.ts';
import { saveVendorMapping } from './mappings.ts';
import type { ItemOutcome } from './rules.ts';

/** Syncs a vendor for every connection: the mapped one, else one with exactly that name, else a new one. */
export async function syncVendors(
  context: HandlerContext,
  integration: IntegrationRow,
): Promise<readonly ItemOutcome[]> {
  const mapped = await mappedConnections(context, integration);
  const vendors = await vendorsOf(context, integration.id);
  const byName = new Map(vendors.map(({ id, name }) => [name, id]));
  const items: ItemOutcome[] = [];
  for (const { id: entityId, name } of await connectionsOf(context, integration)) {
    if (mapped.has(entityId)) {
      items.push({ entityId, did: 'skipped' });
      continue;
    }
    const known = byName.get(name);
    const vendorId = known ?? (await addVendor(context, integration.id, name)).id;
    byName.set(name, vendorId);
    await saveVendorMapping(context, integration, entityId, vendorId);
    items.push({ entityId, did: known === undefined ? 'created' : 'updated' });
  }
  return items;
}

async function mappedConnections(
  { db }: HandlerContext,
  { id }: IntegrationRow,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('vendor_mappings')
    .select('connection_id')
    .where('integration_id', '=', id)
    .execute();
  return new Set(rows.map(({ connection_id }) => connection_id));
}

/** Returns the active and archived connections with the names of their other sides, oldest first. */
async function connectionsOf({ db }: HandlerContext, { business_id }: IntegrationRow) {
  const side = (own: 'inviter_id' | 'invitee_id', other: 'inviter_id' | 'invitee_id') =>
    db
      .selectFrom('connections')
      .innerJoin('businesses', 'businesses.id', `connections.${other}`)
      .select(['connections.id as id', 'name', 'connections.created_at as createdAt'])
      .where(`connections.${own}`, '=', business_id)
      .where('connections.status', 'in', ['active', 'archived']);
  return side('inviter_id', 'invitee_id')
    .unionAll(side('invitee_id', 'inviter_id'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

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
