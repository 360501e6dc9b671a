/** What the journal keeps of one kind of request. */
export interface JournalRule {
  /** By what two of them are the same thing, beside environment and operation; the whole request where a part is missing. */
  readonly key?: readonly KeyPart[];
  /** Money leaves by it, and counts toward what a day may move. */
  readonly outgoing?: true;
  /** For how long an applied one stands in the way of its repeat; not at all unless said. An unresolved one always does. */
  readonly guardedMs?: number;
  /** Where the id belongs that the service gives to what it made. */
  readonly makes?: 'business_id' | 'payable_id' | 'payment_id';
  /** Its body holds a secret of a few digits, which a hash would give away to whoever tries them all: its key alone is hashed. */
  readonly secret?: true;
}

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

/** The operation of a request that is none of the contract's. */
export const UNMATCHED = 'api.unmatched';

/** Every operation that makes something or moves money, by its id in the contract, and what is no operation. */
export const journalRules: Readonly<Record<string, JournalRule>> = {
  'pay.initiate': {
    outgoing: true,
    key: ['payableId'],
    guardedMs: Number.POSITIVE_INFINITY,
    makes: 'payment_id',
  },
  'pay.quickPay': {
    outgoing: true,
    key: ['connectionId', 'cents', 'fundingSourceId'],
    guardedMs: DAY_MS,
    makes: 'payment_id',
  },
  'pay.bulkInitiate': { outgoing: true, key: ['rows'], guardedMs: 30 * DAY_MS },
  'pay.cancel': { key: ['paymentId'] },
  'business.withdraw': {
    outgoing: true,
    key: ['businessId', 'fundingSourceId', 'cents'],
    guardedMs: DAY_MS,
  },
  'payable.create': { key: ['connectionId', 'invoiceNumber'], makes: 'payable_id' },
  'payable.remind': {},
  'business.create': { key: ['name'], makes: 'business_id', secret: true },
  'business.createBasic': { key: ['name'], makes: 'business_id', secret: true },
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
