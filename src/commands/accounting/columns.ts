import { columns } from '../../render/view.ts';

export const integrationColumns = columns(
  'id',
  'provider',
  'status:state',
  'companyName',
  'connectedAt:time',
  'disconnectedAt:time',
  'lastSyncAt:time',
);

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

export const fieldColumns = columns(
  'payableField',
  'accountingField',
  'direction',
  'required:boolean',
);
