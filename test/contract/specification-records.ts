/** Records and states of the specification, copied by hand. */

import type { Fields } from './specification-row.ts';

export const businessType = ['soleProprietorship', 'llc', 'corporation', 'partnership'];
export const businessStatus = ['pending', 'verified', 'suspended'];
const connectionStatus = ['active', 'pending', 'archived'];
export const payableStatus = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'PAID',
  'SCHEDULED',
];

export const address: Fields = {
  address: 'object',
  'address.street': 'string',
  'address.city': 'string',
  'address.state': 'string',
  'address.zip': 'string',
  'address.country': 'string',
};

export const controller: Fields = {
  'controller?': 'object',
  'controller.firstName': 'string',
  'controller.lastName': 'string',
  'controller.dateOfBirth': 'string',
  'controller.ssn': 'string',
  'controller.address': 'object',
  'controller.address.street': 'string',
  'controller.address.city': 'string',
  'controller.address.state': 'string',
  'controller.address.zip': 'string',
  'controller.address.country': 'string',
};

const lineItems: Fields = {
  'lineItems?': 'array',
  'lineItems[].description': 'string',
  'lineItems[].quantity': 'number',
  'lineItems[].unitPrice': 'number',
};

export const payableDetails: Fields = {
  'dueDate?': 'string',
  'invoiceNumber?': 'string',
  'memo?': 'string',
  ...lineItems,
  'attachments?': 'array',
  'attachments[]': 'string',
};

export const business: Fields = {
  id: 'string',
  name: 'string',
  businessType,
  ...address,
  taxInfo: 'object',
  'taxInfo.ein': 'string',
  'taxInfo.ssn': 'string',
  ...controller,
  status: businessStatus,
  createdAt: 'string',
  alias: 'string',
};

export const connection: Fields = {
  id: 'string',
  status: connectionStatus,
  alias: 'string',
  tags: 'array',
  settings: 'object',
  'settings.netTerms': 'number',
  businessName: 'string',
  connectedBusinessName: 'string',
};

export const payable: Fields = {
  id: 'string',
  status: payableStatus,
  createdAt: 'string',
  connectionId: 'string',
  amount: 'number',
  ...payableDetails,
};
