/** Names that services of this kind commonly use, tried without a dialect. */

/**
 * Alternative names of a field, by the contract's name; the first one present is read. A name that applies to one
 * record only is in its schema (`withAliases`).
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

/**
 * Alternative spellings of a state, beyond differences in case, `-` and `_`. The first one that the enum has applies.
 */
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

/** Names of envelope fields that contain the result. */
export const wrappers = ['data', 'items', 'results', 'records', 'result'] as const;

/** Names of envelope fields that contain one record of a resource. */
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
/** Names of envelope fields that contain several records of a resource. */
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

/** Paths of a list's total. */
export const totals = ['total', 'totalCount', 'count', 'meta.total', 'pagination.total'] as const;

/** Paths of the flag for a further page. */
export const moreMarks = ['hasMore', 'has_more', 'meta.hasMore', 'pagination.hasMore'] as const;

export const pageSizes = ['limit', 'meta.limit', 'pagination.limit'] as const;
