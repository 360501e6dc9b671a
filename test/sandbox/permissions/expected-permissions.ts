/** Expected permissions of every operation, from the specification. Shares no data with the sandbox's own table. */

/** The roles of a user. Only the tests beside this file read these tables. */
export const roles = ['owner', 'admin', 'ap', 'ar', 'viewer'] as const;
/** The role of a user. */
export type Role = (typeof roles)[number];

const everyone: readonly Role[] = roles;
const managers: readonly Role[] = ['owner', 'admin'];

/** The roles with each permission. */
const may = {
  read: everyone,
  export: everyone,
  business: managers,
  bank: managers,
  withdraw: managers,
  connection: ['owner', 'admin', 'ap', 'ar'],
  payable: ['owner', 'admin', 'ar'],
  approve: ['owner', 'admin', 'ap'],
  pay: ['owner', 'admin', 'ap'],
  accounting: managers,
} as const satisfies Record<string, readonly Role[]>;

/** The status and code of a rejection. */
export type Refusal = `${number} ${string}`;
/** A side of the trade. */
export type Side = 'payer' | 'payee';

/** The expected behavior of one operation. */
export interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly roles: readonly Role[];
  /** The accounts of the stage that may call it; both for operations of either side of a connection or payable. */
  readonly by: readonly Side[];
  /** The status of a success. */
  readonly ok: 200 | 201;
  /** The rejection of an unrelated account; `nothing` if each account sees or creates only its own records. */
  readonly stranger: Refusal | 'nothing';
  /** The rejection of the other side, if there are two. */
  readonly otherSide?: Refusal;
  /** The rejection of a third business of the account. */
  readonly third?: Refusal;
  /** Fields of the body that contain an id; 404 if it is unknown. */
  readonly names?: readonly string[];
  /** The rejection of a body that is not JSON; absent if no body is read. */
  readonly unreadable?: Refusal;
}

type Rest = Partial<Omit<Row, 'id' | 'method' | 'path' | 'roles'>>;

const FORBIDDEN = '403 business_forbidden';
const NOT_FOUND = '404 not_found';
const NO_JSON = '400 invalid_json';

const row = (
  id: string,
  endpoint: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`,
  permission: keyof typeof may,
  rest: Rest = {},
): Row => {
  const [method = '', path = ''] = endpoint.split(' ');
  return { id, method, path, roles: may[permission], ...usual, ...rest };
};

const usual = { by: ['payee'], ok: 200, stranger: FORBIDDEN } as const;
const body = { unreadable: NO_JSON } as const;
const ofPayer = { by: ['payer'] } as const;
const eitherSide = { by: ['payer', 'payee'] } as const;
const ownOnes = { stranger: 'nothing' } as const;

const business = '/api/businesses/{businessId}';
const bank = '/api/bank-accounts';
const connection = '/api/connections/{connectionId}';
const invitations = `${business}/invitations` as const;
const payables = `${business}/payables` as const;
const payable = `${payables}/{payableId}` as const;
const books = `${business}/integrations/accounting` as const;
const integration = `${books}/{accountingIntegrationId}` as const;

const businesses: readonly Row[] = [
  row('business.list', 'GET /api/businesses', 'read', ownOnes),
  row('business.get', `GET ${business}`, 'read'),
  row('business.create', 'POST /api/businesses', 'business', { ...ownOnes, ...body, ok: 201 }),
  row('business.createBasic', 'POST /api/businesses/basic', 'business', {
    ...{ ...ownOnes, ...body, ok: 201 },
  }),
  row('business.setAlias', `PATCH ${business}/alias`, 'business', body),
  row('business.setLogo', `POST ${business}/logo`, 'business', { unreadable: '400 file_required' }),
  row('business.removeLogo', `DELETE ${business}/logo`, 'business'),
  row('business.balance', `GET ${business}/balance`, 'read'),
  row('business.withdraw', `POST ${business}/withdraw-balance`, 'withdraw', {
    ...{ ...body, ok: 201, third: '422 funding_source_mismatch', names: ['fundingSourceId'] },
  }),
];

const bankAccounts: readonly Row[] = [
  row('bank.list', `GET ${bank}`, 'read', ownOnes),
  row('bank.linkToken', `GET ${bank}/linkprovider-link-token`, 'bank', ownOnes),
  row('bank.connect', `POST ${bank}/connect-linkprovider`, 'bank', {
    ...{ ...body, ok: 201, names: ['businessId'] },
  }),
  row('bank.connectManually', `POST ${bank}/connect-manually`, 'bank', {
    ...{ ...body, ok: 201, names: ['businessId'] },
  }),
  row('bank.verifyMicroDeposits', `POST ${bank}/{fundingSourceId}/verify-micro-deposits`, 'bank', {
    ...body,
  }),
  row('bank.setDefault', `PATCH ${bank}/{fundingSourceId}/set-as-default`, 'bank'),
  row('bank.remove', `DELETE ${bank}/{fundingSourceId}`, 'bank'),
];

const asThird = { third: FORBIDDEN } as const;

const connections: readonly Row[] = [
  row('connection.list', 'GET /api/connections', 'read', { ...eitherSide, ...ownOnes }),
  row('connection.get', `GET ${connection}`, 'read', { ...eitherSide, ...asThird }),
  row('connection.setAlias', `PATCH ${connection}/alias`, 'connection', {
    ...{ ...eitherSide, ...asThird, ...body },
  }),
  row('connection.setTags', `PATCH ${connection}/tags`, 'connection', {
    ...{ ...eitherSide, ...asThird, ...body },
  }),
  row('connection.setSettings', `PATCH ${connection}/settings`, 'connection', {
    ...{ ...eitherSide, ...asThird, ...body },
  }),
  row('connection.archive', `PATCH ${connection}/archive`, 'connection', {
    ...{ ...eitherSide, ...asThird },
  }),
  row('connection.invoices', `GET ${connection}/invoices`, 'read', { ...eitherSide, ...asThird }),
  row('connection.exportCsv', 'GET /api/connections/export-csv', 'read', {
    ...{ ...eitherSide, ...ownOnes },
  }),
];

const asSender = { by: ['payer'], otherSide: FORBIDDEN, third: FORBIDDEN } as const;

const invites: readonly Row[] = [
  row('invite.send', `POST ${invitations}`, 'connection', { ...ofPayer, ...body, ok: 201 }),
  row('invite.list', `GET ${invitations}`, 'read', ofPayer),
  row('invite.cancel', `POST ${invitations}/{invitationId}/cancel`, 'connection', asSender),
  row('invite.resend', `POST ${invitations}/{invitationId}/resend`, 'connection', asSender),
  row('invite.accept', `POST ${invitations}/accept`, 'connection', body),
  row('invite.reject', `POST ${invitations}/{invitationId}/reject`, 'connection', {
    ...{ ...body, otherSide: '403 not_receiver' },
  }),
  row('invite.publicSettings', `PATCH ${business}/public-invite-settings`, 'connection', {
    ...{ ...ofPayer, ...body },
  }),
];

const unseen = { third: NOT_FOUND } as const;
const asPayee = { ...unseen, otherSide: '403 not_payee' } as const;
const asPayer = { ...unseen, ...ofPayer, otherSide: '403 not_payer' } as const;

const payableRows: readonly Row[] = [
  row('payable.create', `POST ${payables}`, 'payable', {
    ...{ ...body, ok: 201, third: FORBIDDEN, names: ['connectionId'] },
  }),
  row('payable.list', `GET ${payables}`, 'read', eitherSide),
  row('payable.get', `GET ${payable}`, 'read', { ...eitherSide, ...unseen }),
  row('payable.update', `PUT ${payable}`, 'payable', { ...asPayee, ...body }),
  row('payable.approve', `POST ${payable}/approve`, 'approve', asPayer),
  row('payable.decline', `POST ${payable}/decline`, 'approve', { ...asPayer, ...body }),
  row('payable.cancel', `POST ${payable}/cancel`, 'payable', asPayee),
  row('payable.remind', `POST ${payable}/send-reminder`, 'payable', asPayee),
  row('payable.activity', `GET ${payable}/activity-log`, 'read', { ...eitherSide, ...unseen }),
  row('payable.export', `POST ${payables}/export`, 'export', { ...eitherSide, ...body }),
];

const links: readonly Row[] = [
  row('link.get', `GET ${payable}/payment-link`, 'read', asPayee),
  row('link.enable', `POST ${payable}/payment-link/enable`, 'payable', asPayee),
  row('link.disable', `POST ${payable}/payment-link/disable`, 'payable', asPayee),
  row('link.send', `POST ${payable}/payment-link/send`, 'payable', { ...asPayee, ...body }),
  row('link.payMe', `GET ${business}/pay-me-link`, 'read'),
  row('link.configurePayMe', `POST ${business}/pay-me-link/configure`, 'payable', body),
  row('link.regeneratePayMe', `POST ${business}/pay-me-link/regenerate-token`, 'payable'),
];

const notTheirs = '422 funding_source_mismatch';

const payments: readonly Row[] = [
  row('pay.initiate', 'POST /api/payments/initiate', 'pay', {
    ...{ ...ofPayer, ...body, ok: 201, names: ['payableId', 'fundingSourceId'] },
    ...{ stranger: NOT_FOUND, otherSide: '403 not_payer', third: notTheirs },
  }),
  row('pay.quickPay', 'POST /api/payments/quick-pay', 'pay', {
    ...{ ...eitherSide, ...body, ok: 201, names: ['connectionId', 'fundingSourceId'] },
    ...{ third: notTheirs },
  }),
  row('pay.bulkInitiate', 'POST /api/payments/bulk-initiate', 'pay', {
    ...{ ...ofPayer, ...body, ok: 201, stranger: '422 bulk_validation_failed' },
    ...{ otherSide: '422 bulk_validation_failed', third: '422 bulk_validation_failed' },
  }),
  row('pay.cancel', 'POST /api/payments/{paymentId}/cancel', 'pay', {
    ...{ ...ofPayer, otherSide: '403 not_payer' },
  }),
];

const accounting: readonly Row[] = [
  row('accounting.list', `GET ${books}`, 'read', ofPayer),
  row('accounting.connect', `POST ${books}/connect`, 'accounting', body),
  row('accounting.status', `GET ${books}/status`, 'read', ofPayer),
  row('accounting.disconnect', `DELETE ${books}/disconnect`, 'accounting', ofPayer),
  row('accounting.syncStatus', `GET ${integration}/sync/status`, 'read', { ...ofPayer, ...unseen }),
  row('accounting.sync', `POST ${integration}/sync`, 'accounting', { ...ofPayer, ...unseen }),
  row('accounting.syncType', `POST ${integration}/sync/{entityType}`, 'accounting', {
    ...{ ...ofPayer, ...unseen },
  }),
  row('accounting.fields', `GET ${integration}/invoice-fields`, 'read', { ...ofPayer, ...unseen }),
  row('accounting.mapVendor', `POST ${integration}/vendors/mappings`, 'accounting', {
    ...{ ...ofPayer, ...unseen, ...body, ok: 201, names: ['connectionId'] },
  }),
  row('accounting.mapBank', `POST ${integration}/bank-accounts/mappings`, 'accounting', {
    ...{ ...ofPayer, ...unseen, ...body, ok: 201, names: ['fundingSourceId'] },
  }),
];

const user = row('user.profile', 'GET /api/user/profile', 'read', { ...eitherSide, ...ownOnes });

/** All operations, in the order of the specification. */
export const expected: readonly Row[] = [
  ...businesses,
  ...bankAccounts,
  ...connections,
  ...invites,
  ...payableRows,
  ...links,
  ...payments,
  ...accounting,
  user,
];
