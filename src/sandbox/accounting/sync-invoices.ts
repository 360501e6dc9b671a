import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import type { IntegrationRow } from './integration.ts';
import { documentOf, type ItemOutcome } from './rules.ts';

/** Rows for each statement: the database limits the number of parameters. */
const BATCH = 500;

/**
 * Syncs a bill for every payable received and an invoice for every one sent, except drafts.
 *
 * Unchanged documents are skipped; an item without a vendor fails.
 */
export async function syncInvoices(
  context: HandlerContext,
  integration: IntegrationRow,
): Promise<readonly ItemOutcome[]> {
  const { id: integration_id, business_id: businessId } = integration;
  const vendors = await mappedVendors(context, integration);
  const books = await documentsOf(context, integration);
  const items: ItemOutcome[] = [];
  const changed: Row<'book_documents'>[] = [];
  let number = 1001 + books.size;
  for (const { bankAccountId, ...payable } of await payablesOf(context, integration)) {
    const vendor = vendors.get(payable.connection_id ?? '') ?? null;
    if (!vendor && payable.connection_id !== null) {
      items.push(withoutVendor(payable));
      continue;
    }
    const document = documentOf({ payable, businessId, vendor, bankAccountId });
    const content = JSON.stringify(document);
    const known = books.get(payable.id);
    if (known?.content !== content) {
      const id = known?.id ?? `${prefixes[document.kind]}-${number++}`;
      changed.push({ integration_id, payable_id: payable.id, id, content });
    }
    items.push({ entityId: payable.id, did: changeOf(known?.content, content) });
  }
  await write(context, changed);
  return items;
}

const prefixes = { bill: 'BILL', invoice: 'INV' } as const;

function changeOf(before: string | undefined, after: string) {
  if (before === undefined) return 'created';
  return before === after ? 'skipped' : 'updated';
}

const withoutVendor = ({ id, connection_id }: Row<'payables'>): ItemOutcome => ({
  entityId: id,
  code: 'missing_vendor_mapping',
  message: `Connection ${connection_id} has no vendor mapping: sync the vendors, or map it.`,
});

/** Returns the vendors of mapped connections, by connection id. */
async function mappedVendors({ db }: HandlerContext, { id }: IntegrationRow) {
  const rows = await db
    .selectFrom('vendor_mappings')
    .innerJoin('book_vendors', (join) =>
      join
        .onRef('book_vendors.integration_id', '=', 'vendor_mappings.integration_id')
        .onRef('book_vendors.id', '=', 'vendor_mappings.vendor_id'),
    )
    .select(['connection_id', 'book_vendors.id', 'book_vendors.name'])
    .where('vendor_mappings.integration_id', '=', id)
    .execute();
  return new Map(rows.map(({ connection_id, ...vendor }) => [connection_id, vendor]));
}

/** Returns the documents in the books, by payable id. */
async function documentsOf({ db }: HandlerContext, { id }: IntegrationRow) {
  const rows = await db
    .selectFrom('book_documents')
    .selectAll()
    .where('integration_id', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.payable_id, row]));
}

/** Selects the payables of the business except drafts, oldest first, with the account of the books that paid them. */
const payablesOf = ({ db }: HandlerContext, { id, business_id }: IntegrationRow) =>
  db
    .selectFrom('payables')
    .leftJoin('payments', 'payments.id', 'payables.payment_id')
    .leftJoin('bank_mappings', (join) =>
      join
        .onRef('bank_mappings.funding_source_id', '=', 'payments.funding_source_id')
        .on('bank_mappings.integration_id', '=', id),
    )
    .selectAll('payables')
    .select('bank_mappings.bank_account_id as bankAccountId')
    .where((eb) =>
      eb.or([eb('payables.payee_id', '=', business_id), eb('payables.payer_id', '=', business_id)]),
    )
    .where('payables.status', '!=', 'DRAFT')
    .orderBy('payables.seq')
    .execute();

async function write(
  { db }: HandlerContext,
  documents: readonly Row<'book_documents'>[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += BATCH) {
    await db
      .insertInto('book_documents')
      .values(documents.slice(from, from + BATCH))
      .onConflict((conflict) =>
        conflict
          .columns(['integration_id', 'payable_id'])
          .doUpdateSet((row) => ({ content: row.ref('excluded.content') })),
      )
      .execute();
  }
}
