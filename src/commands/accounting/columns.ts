/** The columns of accounting integrations, syncs and fields. */

import { columns } from '../../render/view.ts';

/** The columns of an integration. */
export const integrationColumns = columns(
  'id',
  'provider',
  'status:state',
  'companyName',
  'connectedAt:time',
  'disconnectedAt:time',
  'lastSyncAt:time',
);

/** The columns of the connection status. */
export const statusColumns = columns(
  'connected:boolean',
  'status:state',
  'accountingIntegrationId',
  'provider',
  'companyName',
  'connectedAt:time',
  'lastSyncAt:time',
  'error',
);

/** The columns of a sync. */
export const syncColumns = columns(
  'syncId',
  'status:state',
  'entityTypes',
  'startedAt:time',
  'completedAt:time',
  'results.vendors:json',
  'results.bankAccounts:json',
  'results.invoices:json',
  'errors:json',
);

/** The columns of a field mapping. */
export const fieldColumns = columns(
  'payableField',
  'accountingField',
  'direction',
  'required:boolean',
);
