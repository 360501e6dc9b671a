/** The operations that the journal records, and their rules. */

export interface JournalRule {
  /**
   * The fields that identify duplicates, with environment and operation; the whole request if one is missing. None of an
   * operation that moves money may be a default, a choice of bank account, a name or a date: CONTRIBUTING has the reasons.
   */
  readonly key?: readonly KeyPart[];
  /** True if money leaves by it and counts toward the daily limit. */
  readonly outgoing?: true;
  /**
   * The time in ms for which an applied request blocks its duplicate; none if not set. An unresolved one always blocks
   * it.
   */
  readonly guardedMs?: number;
  /** True if its idempotency key is derived from what it pays; others are sent with a new one each time. */
  readonly derivesKey?: true;
  /** The column for the id that the service assigns to the created record. */
  readonly idColumn?: 'business_id' | 'payable_id' | 'payment_id';
  /**
   * True if the body holds a secret of a few digits, which a hash would reveal to anyone who tries all values. Only the
   * key is hashed.
   */
  readonly secret?: true;
}

/** A field of a request that is part of its natural key. */
export type KeyPart =
  | 'businessId'
  | 'payableId'
  | 'connectionId'
  | 'paymentId'
  | 'fundingSourceId'
  | 'accountId'
  | 'invoiceNumber'
  | 'name'
  | 'cents'
  | 'rows';

const DAY_MS = 86_400_000;

/** The operation name of requests that match no operation of the contract. */
export const UNMATCHED = 'api.unmatched';

/** The rules of every operation that creates something or moves money, by operation id, and of unmatched requests. */
export const journalRules: Readonly<Record<string, JournalRule>> = {
  'pay.initiate': {
    outgoing: true,
    derivesKey: true,
    key: ['payableId'],
    guardedMs: Number.POSITIVE_INFINITY,
    idColumn: 'payment_id',
  },
  'pay.quickPay': {
    outgoing: true,
    derivesKey: true,
    key: ['connectionId', 'cents'],
    guardedMs: DAY_MS,
    idColumn: 'payment_id',
  },
  'pay.bulkInitiate': { outgoing: true, derivesKey: true, key: ['rows'], guardedMs: 30 * DAY_MS },
  'pay.cancel': { key: ['paymentId'] },
  'business.withdraw': {
    outgoing: true,
    derivesKey: true,
    key: ['businessId', 'cents'],
    guardedMs: DAY_MS,
  },
  'payable.create': { key: ['connectionId', 'invoiceNumber'], idColumn: 'payable_id' },
  'payable.remind': {},
  'business.create': { key: ['name'], idColumn: 'business_id', secret: true },
  'business.createBasic': { key: ['name'], idColumn: 'business_id', secret: true },
  'bank.connect': { key: ['businessId', 'accountId'], secret: true },
  'bank.connectManually': { key: ['businessId', 'name'], secret: true },
  'bank.verifyMicroDeposits': { key: ['fundingSourceId'], secret: true },
  'invite.send': {},
  'invite.resend': {},
  'invite.accept': { key: ['businessId'], secret: true },
  'link.send': {},
  'link.regeneratePayMe': {},
  'accounting.connect': {},
  'accounting.sync': {},
  'accounting.syncType': {},
  'accounting.mapVendor': {},
  'accounting.mapBank': {},
  [UNMATCHED]: { outgoing: true },
};

/** Reports whether the idempotency key of an operation is derived from what it pays. */
export const derivesKey = (operation: string | undefined): boolean =>
  operation !== undefined && journalRules[operation]?.derivesKey === true;

/** Reports whether an operation of a plan pays one row of it. The service does not show which of these it made. */
export const paysOneRow = (operation: string): boolean =>
  operation === 'pay.quickPay' || operation === 'business.withdraw';

/** Reports whether an operation moves money or stops it; one that this version does not know may do so. */
export const concernsMoney = (operation: string): boolean => {
  const rule = journalRules[operation];
  return rule === undefined || rule.outgoing === true || operation === 'pay.cancel';
};
