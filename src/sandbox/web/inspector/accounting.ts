/** Accounting integrations in the inspector. */

import type { Row } from '../../database/tables.ts';
import { idText, type PageContent, type PageContext } from './page-context.ts';
import { field, recordTable, type TableSpec } from './shapes/field.ts';
import { recordAt, rowsWith } from './shapes/read-rows.ts';
import { factsSection, recordPage, tableSection } from './shapes/record-page.ts';

type Integration = Row<'accounting_integrations'>;

/** Rows of a list; integrations are one for each business. */
const MAX_SHOWN = 50;

const integrationTable: TableSpec<Integration> = {
  caption: 'Integrations',
  fields: [
    field.title('Company', ({ company_name }) => company_name),
    field.status,
    field.business('Business', 'business_id'),
    field.moment('Last sync', 'last_sync_at'),
    field.link('Id', 'id'),
  ],
  empty: 'No business has connected its books.',
};

/** Returns the page of the accounting integrations of all businesses. */
export async function integrationsPage(pageContext: PageContext): Promise<PageContent> {
  const query = pageContext.db.selectFrom('accounting_integrations').selectAll();
  const rows = await query.orderBy('id').limit(MAX_SHOWN).execute();
  return { title: 'Accounting', body: await recordTable(pageContext, integrationTable, rows) };
}

const syncTable: TableSpec<Row<'accounting_syncs'>> = {
  caption: 'Syncs',
  fields: [
    { label: 'Sync', kind: 'name', value: ({ id }) => idText(id) },
    field.status,
    {
      ...{ label: 'What', kind: 'text' },
      value: ({ entity_types }) => JSON.parse(entity_types).join(', '),
    },
    field.moment('Started', 'started_at'),
    field.moment('Ended', 'completed_at'),
    field.text('Results', 'results', 'text'),
  ],
  empty: 'No synchronizations yet.',
};

const vendorTable: TableSpec<Row<'vendor_mappings'>> = {
  caption: 'Vendors',
  fields: [
    field.link('Connection', 'connection_id', 'name'),
    field.text('Vendor', 'vendor_id', 'text'),
  ],
  empty: 'No connection is mapped to a vendor.',
};

const bankTable: TableSpec<Row<'bank_mappings'>> = {
  caption: 'Bank accounts',
  fields: [
    field.link('Bank account', 'funding_source_id', 'name'),
    field.text('Account in the books', 'bank_account_id', 'text'),
  ],
  empty: 'No bank account is mapped.',
};

/** Returns the page of an integration: its mappings and syncs. */
export const integrationPage = recordPage<Integration>({
  read: (pageContext) => recordAt(pageContext, 'accounting_integrations'),
  title: ({ company_name }) => company_name,
  sections: [
    factsSection([
      field.business('Business', 'business_id'),
      field.text('Company id', 'realm_id'),
      field.moment('Connected', 'connected_at'),
      field.moment('Last sync', 'last_sync_at'),
      field.text('Error', 'error'),
    ]),
    tableSection(syncTable, ({ id }, pageContext) =>
      rowsWith(pageContext, 'accounting_syncs', ['integration_id', id], {
        ...{ order: 'seq desc', limit: MAX_SHOWN },
      }),
    ),
    tableSection(vendorTable, ({ id }, pageContext) =>
      rowsWith(pageContext, 'vendor_mappings', ['integration_id', id], { limit: MAX_SHOWN }),
    ),
    tableSection(bankTable, ({ id }, pageContext) =>
      rowsWith(pageContext, 'bank_mappings', ['integration_id', id], { limit: MAX_SHOWN }),
    ),
  ],
});
