/** Accounting integrations in the inspector. */

import type { Row } from '../../database/tables.ts';
import { idText, linkTo, type PageContent, type PageContext } from './page-context.ts';
import {
  businessField,
  linkField,
  momentField,
  recordTable,
  statusField,
  type TableSpec,
  textField,
} from './shapes/field.ts';
import { recordAt, rowsWith } from './shapes/read-rows.ts';
import { factsSection, recordPage, tableSection } from './shapes/record-page.ts';

type Integration = Row<'accounting_integrations'>;

/** Rows of a list; integrations are one for each business. */
const MAX_SHOWN = 50;

const integrationTable: TableSpec<Integration> = {
  caption: 'Integrations',
  fields: [
    {
      ...{ label: 'Company', kind: 'name' },
      value: ({ id, company_name }, view) => linkTo(id, view, company_name),
    },
    statusField,
    businessField('Business', 'business_id'),
    momentField('Last sync', 'last_sync_at'),
    linkField('Id', 'id'),
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
    statusField,
    {
      ...{ label: 'What', kind: 'text' },
      value: ({ entity_types }) => JSON.parse(entity_types).join(', '),
    },
    momentField('Started', 'started_at'),
    momentField('Ended', 'completed_at'),
    textField('Results', 'results', 'text'),
  ],
  empty: 'None.',
};

const vendorTable: TableSpec<Row<'vendor_mappings'>> = {
  caption: 'Vendors',
  fields: [
    linkField('Connection', 'connection_id', 'name'),
    textField('Vendor', 'vendor_id', 'text'),
  ],
  empty: 'No connection is mapped to a vendor.',
};

const bankTable: TableSpec<Row<'bank_mappings'>> = {
  caption: 'Bank accounts',
  fields: [
    linkField('Bank account', 'funding_source_id', 'name'),
    textField('Account in the books', 'bank_account_id', 'text'),
  ],
  empty: 'No bank account is mapped.',
};

/** Returns the page of an integration: its mappings and syncs. */
export const integrationPage = recordPage<Integration>({
  read: (pageContext) => recordAt(pageContext, 'accounting_integrations', 'integration'),
  title: ({ company_name }) => company_name,
  sections: [
    factsSection([
      businessField('Business', 'business_id'),
      textField('Company id', 'realm_id'),
      momentField('Connected', 'connected_at'),
      momentField('Last sync', 'last_sync_at'),
      textField('Error', 'error'),
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
