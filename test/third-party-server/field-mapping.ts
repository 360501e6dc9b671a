/** The field names of a third-party service, where the specification leaves them out. Shares nothing with `src`. */

/**
 * A kind of record in responses: the specification's names, which are kept, and the fields whose other name is not just
 * snake case.
 */
export interface Kind {
  readonly stated: readonly string[];
  readonly renamed?: Readonly<Record<string, string>>;
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const paymentStates = {
  SCHEDULED: 'planned',
  HELD: 'on hold',
  PENDING: 'queued',
  PROCESSING: 'in network',
  COMPLETED: 'done',
  FAILED: 'bounced',
  RETURNED: 'sent back',
  CANCELLED: 'stopped',
};
const linkStates = { enabled: 'ACTIVE', disabled: 'OFF' };

/** The kinds of records. */
export const kinds = {
  business: {
    stated: [
      ...['id', 'name', 'businessType', 'status', 'createdAt', 'alias', 'address', 'taxInfo'],
      ...['ein', 'ssn', 'controller', 'firstName', 'lastName', 'dateOfBirth'],
    ],
    renamed: { type: 'full_or_basic' },
  },
  connection: {
    stated: [
      ...['id', 'status', 'alias', 'tags', 'settings', 'netTerms'],
      ...['businessName', 'connectedBusinessName'],
    ],
  },
  payable: {
    stated: [
      ...['id', 'status', 'createdAt', 'connectionId', 'amount', 'dueDate', 'invoiceNumber'],
      ...['memo', 'lineItems', 'description', 'quantity', 'unitPrice', 'attachments'],
    ],
    renamed: {
      direction: 'side',
      paidAt: 'settled_on',
      total: 'line_total',
      scheduledDate: 'on_date',
    },
    words: {
      direction: { sent: 'out', received: 'in' },
      paymentStatus: paymentStates,
      paymentLinkStatus: linkStates,
    },
  },
  link: { stated: ['nanoId', 'status', 'url'], words: { status: linkStates } },
  payment: {
    stated: ['paymentId'],
    renamed: { status: 'state', amount: 'value_paid' },
    words: { status: paymentStates },
  },
  withdrawal: { stated: [], renamed: { status: 'state' }, words: { status: paymentStates } },
  bank: {
    stated: [],
    renamed: { last4: 'final_digits', status: 'state', isDefault: 'preferred' },
    words: { status: { verified: 'good', unverified: 'new', verification_failed: 'bad' } },
  },
  invitation: {
    stated: [],
    renamed: { email: 'to_email', status: 'state' },
    words: {
      status: { pending: 'open', accepted: 'taken', rejected: 'refused', cancelled: 'withdrawn' },
    },
  },
  balance: { stated: [], renamed: { available: 'cash', pending: 'coming', total: 'all_money' } },
  activity: {
    stated: [],
    renamed: { type: 'what' },
    words: {
      type: { payment_failed: 'pay.bounced', payment_completed: 'pay.done', created: 'new' },
    },
  },
  token: { stated: [] },
  other: { stated: [] },
} as const satisfies Readonly<Record<string, Kind>>;

/** Fields of requests that the specification does not name: the sandbox's name by this service's. */
export const bodies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /api/businesses/_/invitations': { to_email: 'email', label: 'aliasName' },
  'POST /api/businesses/_/invitations/accept': { invitation_code: 'token' },
  'PATCH /api/businesses/_/public-invite-settings': {
    switched_on: 'enabled',
    manual: 'requireApproval',
  },
  'POST /api/businesses/_/payables/_/decline': { why: 'reason' },
  'PUT /api/businesses/_/payables/_': { send_now: 'submit' },
  'POST /api/businesses/_/payables/export': {
    in_state: 'status',
    connection_id: 'connectionId',
    created_after: 'createdAfter',
    created_before: 'createdBefore',
  },
  'POST /api/payments/initiate': {
    payable_id: 'payableId',
    funding_source_id: 'fundingSourceId',
    speed: 'clearingSpeed',
    on_date: 'scheduledDate',
  },
  'POST /api/payments/quick-pay': {
    connection_id: 'connectionId',
    value_paid: 'amount',
    funding_source_id: 'fundingSourceId',
    memo: 'memo',
    speed: 'clearingSpeed',
  },
  'POST /api/payments/bulk-initiate': {
    orders: 'payments',
    payable_id: 'payableId',
    funding_source_id: 'fundingSourceId',
    speed: 'clearingSpeed',
    on_date: 'scheduledDate',
  },
  'POST /oauth/token': { login: 'email', secret: 'password' },
};

/** Query parameters: the sandbox's name by this service's. */
export const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /api/businesses/_/payables': {
    in_state: 'status',
    connection_id: 'connectionId',
    side: 'direction',
    max: 'limit',
    skip: 'offset',
  },
  'GET /api/businesses/_/invitations': { side: 'direction' },
  ...Object.fromEntries(
    [
      ...['GET /api/bank-accounts', 'GET /api/connections', 'GET /api/connections/_'],
      ...['GET /api/connections/_/invoices', 'PATCH /api/connections/_/archive'],
      ...['alias', 'tags', 'settings'].map((it) => `PATCH /api/connections/_/${it}`),
    ].map((route) => [route, { business_id: 'businessId' }]),
  ),
};

/** The paths that differ from the sandbox's. */
export const paths: readonly (readonly [here: string, sandbox: string])[] = [
  ['/api/bank-accounts/plinker-link-token', '/api/bank-accounts/linkprovider-link-token'],
  ['/api/bank-accounts/connect-plinker', '/api/bank-accounts/connect-linkprovider'],
  ['/oauth/token', '/api/auth/sign-in'],
  ['/api/uploads', '/api/files'],
];
