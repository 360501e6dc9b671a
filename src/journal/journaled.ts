/** What the journal keeps of one kind of request. */
export interface Journaled {
  /** By what two of them are the same thing, beside origin and operation. */
  readonly key?: readonly KeyPart[];
  /** It moves money: where a part of the key is missing, the whole request is the key. */
  readonly money?: true;
  /** For how long an applied one stands in the way of its repeat; not at all unless said. */
  readonly guardedMs?: number;
  /** Where the id belongs that the service gives to what it made. */
  readonly makes?: 'business_id' | 'payable_id' | 'payment_id';
  /** Its body holds a secret of a few digits, which a hash would give away to whoever tries them all. */
  readonly secret?: true;
}

export type KeyPart =
  | 'businessId'
  | 'payableId'
  | 'connectionId'
  | 'paymentId'
  | 'fundingSourceId'
  | 'invoiceNumber'
  | 'cents'
  | 'rows';

const DAY_MS = 86_400_000;

/** Every operation that makes something or moves money, by its id in the contract. */
export const journaled: Readonly<Record<string, Journaled>> = {
  'pay.initiate': {
    money: true,
    key: ['payableId'],
    guardedMs: Number.POSITIVE_INFINITY,
    makes: 'payment_id',
  },
  'pay.quickPay': {
    money: true,
    key: ['connectionId', 'cents', 'fundingSourceId'],
    guardedMs: DAY_MS,
    makes: 'payment_id',
  },
  'pay.bulkInitiate': { money: true, key: ['rows'], guardedMs: 30 * DAY_MS },
  'pay.cancel': { money: true, key: ['paymentId'] },
  'business.withdraw': {
    money: true,
    key: ['businessId', 'fundingSourceId', 'cents'],
    guardedMs: DAY_MS,
  },
  'payable.create': { key: ['connectionId', 'invoiceNumber'], makes: 'payable_id' },
  'payable.remind': {},
  'business.create': { makes: 'business_id', secret: true },
  'business.createBasic': { makes: 'business_id', secret: true },
  'bank.connect': { secret: true },
  'bank.connectManually': { secret: true },
  'bank.verifyMicroDeposits': { secret: true },
  'invite.send': {},
  'invite.resend': {},
  'invite.accept': { secret: true },
  'link.send': {},
  'link.regeneratePayMe': {},
  'accounting.connect': {},
  'accounting.sync': {},
  'accounting.syncType': {},
  'accounting.mapVendor': {},
  'accounting.mapBank': {},
};
