/** The rows of the specification, copied by hand; only the test beside this file reads them. */

import {
  address,
  business,
  businessStatus,
  businessType,
  connection,
  controller,
  payable,
  payableDetails,
  payableStatus,
} from './specification-records.ts';
import { type Row, row } from './specification-row.ts';

const businesses: readonly Row[] = [
  row('GET', '/api/businesses', { response: business, list: true }),
  row('GET', '/api/businesses/{businessId}', { response: business }),
  row('POST', '/api/businesses', {
    request: {
      name: 'string',
      businessType,
      ...address,
      'taxInfo?': 'object',
      'taxInfo.ein?': 'string',
      ...controller,
    },
    response: { id: 'string', status: businessStatus, createdAt: 'string' },
  }),
  row('POST', '/api/businesses/basic', {
    request: {
      name: 'string',
      businessType,
      ...address,
      'taxInfo?': 'object',
      'taxInfo.ein?': 'string',
      'taxInfo.ssn?': 'string',
    },
    response: { id: 'string', status: businessStatus, createdAt: 'string' },
  }),
  row('PATCH', '/api/businesses/{businessId}/alias', { request: { alias: 'string' } }),
  row('POST', '/api/businesses/{businessId}/logo', { upload: true, request: { file: 'file' } }),
  row('DELETE', '/api/businesses/{businessId}/logo'),
  row('GET', '/api/businesses/{businessId}/balance'),
  row('POST', '/api/businesses/{businessId}/withdraw-balance', {
    request: { amount: 'number', fundingSourceId: 'string' },
  }),
];

const bankAccounts: readonly Row[] = [
  row('GET', '/api/bank-accounts', { list: true }),
  row('GET', '/api/bank-accounts/linkprovider-link-token'),
  row('POST', '/api/bank-accounts/connect-linkprovider', {
    request: { publicToken: 'string', accountId: 'string', businessId: 'string' },
  }),
  row('POST', '/api/bank-accounts/connect-manually', {
    request: {
      routingNumber: 'string',
      accountNumber: 'string',
      accountType: ['checking', 'savings'],
      name: 'string',
      businessId: 'string',
    },
  }),
  row('POST', '/api/bank-accounts/{fundingSourceId}/verify-micro-deposits', {
    request: { amount1: 'number', amount2: 'number' },
  }),
  row('PATCH', '/api/bank-accounts/{fundingSourceId}/set-as-default'),
  row('DELETE', '/api/bank-accounts/{fundingSourceId}'),
];

const connections: readonly Row[] = [
  row('GET', '/api/connections', { response: connection, list: true }),
  row('GET', '/api/connections/{connectionId}', { response: connection }),
  row('PATCH', '/api/connections/{connectionId}/alias', { request: { alias: 'string' } }),
  row('PATCH', '/api/connections/{connectionId}/tags', {
    request: { tagIds: 'array', 'tagIds[]': 'string' },
  }),
  row('PATCH', '/api/connections/{connectionId}/settings', { request: { 'netTerms?': 'number' } }),
  row('PATCH', '/api/connections/{connectionId}/archive'),
  row('GET', '/api/connections/{connectionId}/invoices', { response: payable, list: true }),
  row('GET', '/api/connections/export-csv', { csv: true }),
];

const invitations: readonly Row[] = [
  row('POST', '/api/businesses/{businessId}/invitations', {
    unnamed: ['email address of the invitee', 'display name for the connection'],
  }),
  row('GET', '/api/businesses/{businessId}/invitations', { list: true }),
  row('POST', '/api/businesses/{businessId}/invitations/{invitationId}/cancel'),
  row('POST', '/api/businesses/{businessId}/invitations/{invitationId}/resend'),
  row('POST', '/api/businesses/{businessId}/invitations/accept', {
    unnamed: ['invitation token'],
  }),
  row('POST', '/api/businesses/{businessId}/invitations/{invitationId}/reject'),
  row('PATCH', '/api/businesses/{businessId}/public-invite-settings', {
    unnamed: ['public link enabled', 'manual approval needed'],
  }),
];

const payables: readonly Row[] = [
  row('POST', '/api/businesses/{businessId}/payables', {
    request: {
      connectionId: 'string',
      amount: 'number',
      ...payableDetails,
      'submit?': 'boolean',
    },
    response: { id: 'string', status: payableStatus, createdAt: 'string' },
  }),
  row('GET', '/api/businesses/{businessId}/payables', {
    unnamed: ['status', 'connection ID', 'maximum count to return', 'number to skip'],
  }),
  row('GET', '/api/businesses/{businessId}/payables/{payableId}', { response: payable }),
  row('PUT', '/api/businesses/{businessId}/payables/{payableId}', {
    request: { 'connectionId?': 'string', 'amount?': 'number', ...payableDetails },
  }),
  row('POST', '/api/businesses/{businessId}/payables/{payableId}/approve'),
  row('POST', '/api/businesses/{businessId}/payables/{payableId}/decline', {
    unnamed: ['reason text'],
  }),
  row('POST', '/api/businesses/{businessId}/payables/{payableId}/cancel'),
  row('POST', '/api/businesses/{businessId}/payables/{payableId}/send-reminder'),
  row('GET', '/api/businesses/{businessId}/payables/{payableId}/activity-log', { list: true }),
  row('POST', '/api/businesses/{businessId}/payables/export', {
    unnamed: ['payable status', 'connection', 'created on or after', 'created on or before'],
    csv: true,
  }),
];

const links: readonly Row[] = [
  row('GET', '/api/businesses/{businessId}/payables/{payableId}/payment-link', {
    response: { nanoId: 'string', status: 'string', url: 'string' },
  }),
  row('POST', '/api/businesses/{businessId}/payables/{payableId}/payment-link/enable'),
  row('POST', '/api/businesses/{businessId}/payables/{payableId}/payment-link/disable'),
  row('POST', '/api/businesses/{businessId}/payables/{payableId}/payment-link/send', {
    request: { email: 'string' },
  }),
  row('GET', '/api/businesses/{businessId}/pay-me-link'),
  row('POST', '/api/businesses/{businessId}/pay-me-link/configure', {
    request: { enabled: 'boolean', 'minAmount?': 'number', 'maxAmount?': 'number' },
  }),
  row('POST', '/api/businesses/{businessId}/pay-me-link/regenerate-token'),
];

const payments: readonly Row[] = [
  row('POST', '/api/payments/initiate', {
    unnamed: ['approved payable ID', 'bank account ID to pay from', 'ACH speed', 'future date'],
  }),
  row('POST', '/api/payments/quick-pay', {
    unnamed: ['connection ID', 'amount in dollars', 'bank account ID to pay from', 'note'],
  }),
  row('POST', '/api/payments/bulk-initiate', { unnamed: ['payment objects'] }),
  row('POST', '/api/payments/{paymentId}/cancel'),
];

const accounting = '/api/businesses/{businessId}/integrations/accounting';

const integrations: readonly Row[] = [
  row('GET', accounting, { list: true }),
  row('POST', `${accounting}/connect`, {
    unnamed: ['redirect URI'],
    response: { authorizationUrl: 'string' },
  }),
  row('GET', `${accounting}/status`),
  row('DELETE', `${accounting}/disconnect`),
  row('GET', `${accounting}/{accountingIntegrationId}/sync/status`),
  row('POST', `${accounting}/{accountingIntegrationId}/sync`),
  row('POST', `${accounting}/{accountingIntegrationId}/sync/{entityType}`),
  row('GET', `${accounting}/{accountingIntegrationId}/invoice-fields`),
  row('POST', `${accounting}/{accountingIntegrationId}/vendors/mappings`, {
    unnamed: ['connection ID', 'accounting vendor ID'],
  }),
  row('POST', `${accounting}/{accountingIntegrationId}/bank-accounts/mappings`, {
    unnamed: ['funding source ID', 'accounting bank account ID'],
  }),
];

const user: readonly Row[] = [row('GET', '/api/user/profile')];

/** The operations of the specification, in its order. */
export const specification: readonly Row[] = [
  ...businesses,
  ...bankAccounts,
  ...connections,
  ...invitations,
  ...payables,
  ...links,
  ...payments,
  ...integrations,
  ...user,
];

/** The values of the path parameter `entityType`. All other path parameters are free strings. */
export const entityTypes = ['vendors', 'bankAccounts', 'invoices'];
/** The ACH speeds, which the specification states as values of an unnamed field. */
export const speeds = ['standard', 'sameDay'];
