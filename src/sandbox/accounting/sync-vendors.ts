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
