/**
 * Other names under which services of this kind send what the contract calls by the key. The first one present is read.
 * A name that is another's in only one record stands at its schema instead (`withAliases`).
 */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  id: ['_id'],
  paymentId: ['id', 'transferId', '_id'],
  payments: ['data', 'items', 'results', 'records'],
  linkToken: ['link_token', 'token', 'linkProviderToken'],
  expiration: ['expiresAt'],
  url: ['link', 'href', 'shareUrl'],
  authorizationUrl: ['authUrl', 'authorization_url', 'url'],
  available: ['availableBalance', 'balance', 'amount', 'current'],
  pending: ['pendingBalance', 'incoming'],
  eligible: ['isEligible', 'eligibility.eligible'],
  enabled: ['isEnabled', 'publicInviteEnabled'],
  requireApproval: ['requiresApproval', 'approvalRequired', 'manualApproval'],
  connected: ['isConnected'],
  autoApprove: ['autoApproval', 'autoApprovalRules'],
  last4: ['mask', 'accountNumberLast4'],
  isDefault: ['default', 'isPrimary'],
  accountType: ['bankAccountType', 'type'],
  logoUrl: ['logo', 'logo.url'],
  aliasName: ['alias', 'displayName'],
  clearingSpeed: ['speed', 'achSpeed'],
  scheduledDate: ['scheduledFor'],
  nanoId: ['nano_id', 'token'],
  type: ['action', 'event'],
  createdAt: ['created_at', 'timestamp'],
};

/** Other words for a state, beside those that differ in case, `-` and `_` only. The first that a record knows is meant. */
export const enumAliases: Readonly<Record<string, readonly string[]>> = {
  canceled: ['cancelled'],
  declined: ['rejected'],
  revoked: ['cancelled'],
  submitted: ['processing'],
  initiated: ['processing'],
  intransit: ['processing'],
  settled: ['completed'],
  processed: ['completed'],
  paid: ['completed'],
  posted: ['completed'],
  onhold: ['held'],
  error: ['failed'],
  document: ['pending'],
  active: ['verified', 'enabled'],
  inactive: ['disabled'],
};

/** Names under which an answer wraps what was asked for. */
export const wrappers = ['data', 'items', 'results', 'records', 'result'] as const;

/** Resources, as an answer names the one or the many that it wraps. */
export const wrappersOfOne = [
  'business',
  'bankAccount',
  'fundingSource',
  'connection',
  'invitation',
  'payable',
  'invoice',
  'payment',
  'withdrawal',
  'balance',
  'link',
  'paymentLink',
  'payMeLink',
  'integration',
  'sync',
  'mapping',
  'user',
  'profile',
] as const;
export const wrappersOfMany = [
  'businesses',
  'bankAccounts',
  'fundingSources',
  'connections',
  'invitations',
  'payables',
  'invoices',
  'payments',
  'integrations',
  'activities',
  'activity',
  'activityLog',
  'entries',
  'fields',
  'invoiceFields',
] as const;

/** Where a list says how many there are. */
export const totals = ['total', 'totalCount', 'count', 'meta.total', 'pagination.total'] as const;

/** Where a page says whether another one follows. */
export const moreMarks = ['hasMore', 'has_more', 'meta.hasMore', 'pagination.hasMore'] as const;

/** Where a page says how many rows it holds at most. */
export const pageSizes = ['limit', 'meta.limit', 'pagination.limit'] as const;
