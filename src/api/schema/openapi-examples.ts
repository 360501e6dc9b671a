/** Examples of the OpenAPI document: one story about two businesses, an invoice and its payment. */

import { isRecord } from '../../is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** The values of fields in every record. A field without one is left out, unless it is required or has fields of its own. */
const values: Json = {
  businessId: 'biz_1',
  senderBusinessId: 'biz_2',
  payerBusinessId: 'biz_1',
  payeeBusinessId: 'biz_2',
  connectedBusinessId: 'biz_2',
  payableId: 'pay_1',
  paymentId: 'pmt_1',
  connectionId: 'conn_1',
  fundingSourceId: 'fs_1',
  defaultFundingSourceId: 'fs_1',
  invitationId: 'inv_1',
  accountingIntegrationId: 'int_1',
  businessName: 'Acme Hotels LLC',
  connectedBusinessName: 'Coastal Linen Inc',
  payerName: 'Acme Hotels LLC',
  payeeName: 'Coastal Linen Inc',
  alias: 'Linen',
  aliasName: 'Coastal Linen',
  companyName: 'Acme Hotels LLC',
  email: 'ap@acme.example',
  to: 'ap@acme.example',
  firstName: 'Ada',
  lastName: 'Alvarez',
  dateOfBirth: '1980-05-17',
  role: 'owner',
  street: '1 Harbor Street',
  city: 'Boston',
  state: 'MA',
  zip: '02110',
  country: 'US',
  einLast4: '4321',
  amount: 1840,
  totalAmount: 1840,
  currency: 'USD',
  available: 500,
  pending: 0,
  withdrawing: 0,
  total: 1,
  count: 1,
  limit: 100,
  offset: 0,
  hasMore: false,
  description: 'Towels',
  quantity: 184,
  unitPrice: 10,
  invoiceNumber: 'CL-1001',
  memo: 'Linen for March',
  dueDate: '2026-03-16',
  direction: 'received',
  clearingSpeed: 'standard',
  estimatedSettlementDate: '2026-03-05',
  estimatedArrivalDate: '2026-03-05',
  createdAt: '2026-03-02T15:00:00Z',
  updatedAt: '2026-03-02T15:00:00Z',
  sentAt: '2026-03-02T15:00:00Z',
  submittedAt: '2026-03-02T15:00:00Z',
  asOf: '2026-03-02T15:00:00Z',
  accountType: 'checking',
  bankName: 'First Harbor Bank',
  routingNumber: '021000021',
  last4: '4321',
  isDefault: true,
  provider: 'quickbooks',
  connected: true,
  enabled: true,
  eligible: true,
  sent: true,
  netTerms: 14,
  message: 'Approved',
  url: 'https://pay.example/l/1',
  linkToken: 'link_1',
  token: 'tok_1',
  authorizationUrl: 'https://accounting.example/authorize',
  payableField: 'invoiceNumber',
  accountingField: 'DocNumber',
};

/** The values of fields that differ by record. */
const valuesOf: Readonly<Record<string, Json>> = {
  Business: { id: 'biz_1', name: 'Acme Hotels LLC', businessType: 'llc', status: 'verified' },
  Balance: { total: 500 },
  Withdrawal: { id: 'wd_1', withdrawalId: 'wd_1', amount: 50, status: 'PENDING' },
  BankAccount: { id: 'fs_1', name: 'Operating account', status: 'verified' },
  Connection: { id: 'conn_1', status: 'active' },
  Invitation: { id: 'inv_1', status: 'pending' },
  Payable: { id: 'pay_1', businessId: 'biz_2', status: 'APPROVED', total: 1840 },
  Activity: { id: 'act_1', type: 'approved', fromStatus: 'SUBMITTED', toStatus: 'APPROVED' },
  PaymentLink: { nanoId: '1', status: 'enabled' },
  Payment: { id: 'pmt_1', status: 'PENDING', kind: 'payable' },
  Integration: { id: 'int_1', status: 'connected' },
  Sync: { syncId: 'sync_1', status: 'completed' },
  Profile: { id: 'usr_1' },
  Problem: {
    ...{ title: 'Not Found', status: 404, code: 'not_found', detail: 'No payable has this id.' },
    requestId: 'req_1',
  },
};

/** Members that contradict the story: the record of something that did not happen. */
const untold = new Set([
  'lastPaymentFailure',
  'noticeOfChange',
  'microDeposits',
  'results',
  'errors',
]);

/** Reads the schemas that an example consists of. */
export interface ExampleSource {
  readonly schemas: Readonly<Record<string, Json>>;
}

/** Returns an example of a schema; `record` is the shared record that it is, which some values depend on. */
export function exampleOf(schema: Json, source: ExampleSource, record = ''): unknown {
  const { $ref, anyOf, type, items, properties, enum: words } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return exampleOf(source.schemas[name] ?? {}, source, name);
  }
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], source, record);
  if (Array.isArray(words)) return words[0];
  if (isRecord(properties)) return recordOf(schema, properties, source, record);
  if (type === 'array') {
    const item = isRecord(items) ? exampleOf(items, source, record) : undefined;
    return item === undefined ? [] : [item];
  }
  return plain[String([type].flat()[0])];
}

const plain: Json = { string: 'text', number: 1, integer: 1, boolean: true };

function recordOf(
  { required = [] }: Json,
  properties: Json,
  source: ExampleSource,
  record: string,
): Json {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    if (untold.has(name) || !isRecord(schema)) return [];
    const known = isNested(schema) ? undefined : (valuesOf[record]?.[name] ?? values[name]);
    const value = known ?? exampleOf(schema, source, record);
    const isTold = known !== undefined || (isNested(schema) && !isEmpty(value));
    return isTold || (required as readonly string[]).includes(name) ? [[name, value]] : [];
  });
  return Object.fromEntries(members);
}

function isNested({ $ref, anyOf, type, items, properties }: Json): boolean {
  if (Array.isArray(anyOf)) return isRecord(anyOf[0]) && isNested(anyOf[0]);
  if (type === 'array') return isRecord(items) && isNested(items);
  return $ref !== undefined || properties !== undefined || type === 'object';
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isEmpty)
    : value === undefined || (isRecord(value) && Object.keys(value).length === 0);
