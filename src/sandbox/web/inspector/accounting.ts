/** Accounting integrations in the inspector. */

import { createNotFoundError } from '../../context/validation.ts';
import type { Row } from '../../database/tables.ts';
import { badge, textOrEmptyMark, time } from '../format.ts';
import { html } from '../html.ts';
import { facts, type TableColumn, table } from '../html-table.ts';
import { idText, linkTo, namesOf, type PageContent, type PageContext } from './page-context.ts';

/** Rows of a list; integrations are one for each business. */
const MAX_SHOWN = 50;

/** Returns the page of the accounting integrations of all businesses. */
export async function integrationsPage(pageContext: PageContext): Promise<PageContent> {
  const rows = await pageContext.db
    .selectFrom('accounting_integrations')
    .selectAll()
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
  const nameOf = await namesOf(
    rows.map(({ business_id }) => business_id),
    pageContext,
  );
  const columns: readonly TableColumn<Row<'accounting_integrations'>>[] = [
    {
      label: 'Company',
      kind: 'name',
      cell: ({ id, company_name }) => linkTo(id, company_name),
    },
    { label: 'Status', cell: ({ status }) => badge(status) },
    {
      label: 'Business',
      kind: 'text',
      cell: ({ business_id }) => linkTo(business_id, nameOf(business_id)),
    },
    { label: 'Last sync', cell: ({ last_sync_at }) => time(last_sync_at) },
    { label: 'Id', cell: ({ id }) => linkTo(id) },
  ];
  return {
    title: 'Accounting',
    body: table('Integrations', columns, rows, 'No business has connected its books.'),
  };
}

/** Returns the page of an integration: its mappings and syncs. */
export async function integrationPage(pageContext: PageContext): Promise<PageContent> {
  const { db, params } = pageContext;
  const id = params['id'] ?? '';
  const integration = await db
    .selectFrom('accounting_integrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!integration) throw createNotFoundError('integration', id);
  const { business_id, status, error, last_sync_at } = integration;
  const nameOf = await namesOf([business_id], pageContext);
  const syncs = await db
    .selectFrom('accounting_syncs')
    .selectAll()
    .where('integration_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  const vendors = await db
    .selectFrom('vendor_mappings')
    .selectAll()
    .where('integration_id', '=', id)
    .limit(MAX_SHOWN)
    .execute();
  const banks = await db
    .selectFrom('bank_mappings')
    .selectAll()
    .where('integration_id', '=', id)
    .limit(MAX_SHOWN)
    .execute();
  return {
    title: integration.company_name,
    body: html`
      <p class="lead">${badge(status)} ${idText(id)}</p>
      ${facts([
        ['Business', linkTo(business_id, nameOf(business_id))],
        ['Company id', integration.realm_id],
        ['Connected', time(integration.connected_at)],
        ['Last sync', last_sync_at === null ? null : time(last_sync_at)],
        ['Error', error],
      ])}
      <h2>Syncs</h2>
      ${table('Syncs', syncColumns, syncs, 'None.')}
      <h2>Vendors</h2>
      ${table('Vendors', vendorColumns, vendors, 'No connection is mapped to a vendor.')}
      <h2>Bank accounts</h2>
      ${table('Bank accounts', bankColumns, banks, 'No bank account is mapped.')}`,
  };
}

const syncColumns: readonly TableColumn<Row<'accounting_syncs'>>[] = [
  { label: 'Sync', kind: 'name', cell: ({ id }) => idText(id) },
  { label: 'Status', cell: ({ status }) => badge(status) },
  {
    label: 'What',
    kind: 'text',
    cell: ({ entity_types }) => JSON.parse(entity_types).join(', '),
  },
  { label: 'Started', cell: ({ started_at }) => time(started_at) },
  { label: 'Ended', cell: ({ completed_at }) => time(completed_at) },
  { label: 'Results', kind: 'text', cell: ({ results }) => textOrEmptyMark(results) },
];

const vendorColumns: readonly TableColumn<Row<'vendor_mappings'>>[] = [
  { label: 'Connection', kind: 'name', cell: ({ connection_id }) => linkTo(connection_id) },
  { label: 'Vendor', kind: 'text', cell: ({ vendor_id }) => vendor_id },
];

const bankColumns: readonly TableColumn<Row<'bank_mappings'>>[] = [
  {
    label: 'Bank account',
    kind: 'name',
    cell: ({ funding_source_id }) => linkTo(funding_source_id),
  },
  { label: 'Account in the books', kind: 'text', cell: ({ bank_account_id }) => bank_account_id },
];
