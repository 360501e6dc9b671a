/** Money movements of an operation, read from its input and from the service. */

import type { Client } from '../../api/client/client.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import { type BankAccount, bank } from '../../api/operations/bank.ts';
import { type Connection, connection } from '../../api/operations/connection.ts';
import type { ClearingSpeed } from '../../api/operations/pay.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { asRecord } from '../../is-record.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { GuardError } from '../errors.ts';
import type { PayeeAmount } from '../journal/intent-payees.ts';
import type { CallContext } from '../sending/send-context.ts';
import { assertAccountOf, assertConnectionOf } from './relations.ts';

/**
 * One money movement that a request would make: a payment to a business, or a withdrawal to a bank account of its own.
 */
export interface Movement {
  readonly kind: 'payment' | 'withdrawal';
  /** Whole cents above zero; `null` if neither the request nor the service states the amount. */
  readonly cents: number | null;
  /** The funding source that pays, or that receives a withdrawal. */
  readonly bankId: string;
  readonly payee: Payee;
  readonly payableId: string | null;
  /** The payable as read; `undefined` without a payable or if it cannot be read. */
  readonly payable: Payable | undefined;
  /** The time when the payable was read, in ms of `performance.now()`; `undefined` without a payable. */
  readonly payableReadAt: number | undefined;
  readonly connection: Connection | undefined;
  readonly clearingSpeed: ClearingSpeed | null;
  readonly scheduledDate: string | null;
  readonly note: string | null;
  /** The reason, as a sentence, that the movement is unknown; `null` if it is known. */
  readonly unknownReason: string | null;
  /** The `ApiError` (404) of the record that could not be read. */
  readonly cause: unknown;
}

/** The payee, as far as the service reports it. All fields are `null` for a withdrawal. */
export interface Payee {
  readonly businessId: string | null;
  readonly connectionId: string | null;
  readonly name: string | null;
  readonly alias: string | null;
}

/** Access to the records that describe a movement. */
export interface MovementReader {
  readonly client: Client;
  /** The business that pays payables; `undefined` if none is selected. */
  readonly businessId: string | undefined;
  /** Reads a payable as the paying business sees it. Throws `ApiError` and connection errors. */
  readonly readPayable: (businessId: string, payableId: string) => Promise<PayableRead>;
}

/** The input of an operation, with the contract's field names. */
interface Input {
  readonly params: unknown;
  readonly body: unknown;
}

type Read = (reader: MovementReader, input: Input) => Promise<readonly Movement[]>;

const READS_AT_ONCE = 8;

/**
 * Reads the movements of an operation of effect `money`, in the order of the rows; none for a cancellation. The input must
 * match the contract. A record that the service answers with 404 makes the movement unknown; other read errors are thrown.
 *
 * @throws {GuardError} If an amount is not a whole number of cents above zero, or if a bank account or a connection is not
 *   one of the business that it is named with (14).
 */
export async function findMovements(
  id: string,
  reader: MovementReader,
  input: Input,
): Promise<readonly Movement[]> {
  const read = readersById[id];
  if (!read) throw new Error(`${id} has no rule for the money it moves.`);
  return read(reader, input);
}

const readersById: Readonly<Record<string, Read>> = {
  'pay.initiate': async (reader, { body }) => [await orderedPayment(reader, body)],

  'pay.bulkInitiate': (reader, { body }) => {
    const { payments } = asRecord(body);
    const orders: readonly unknown[] = Array.isArray(payments) ? payments : [];
    return mapConcurrent(orders, READS_AT_ONCE, (order) => orderedPayment(reader, order));
  },

  'pay.quickPay': async ({ client }, { body }) => {
    const { connectionId, amount, fundingSourceId, memo, clearingSpeed } = asRecord(body);
    const id = String(connectionId);
    const banks: readonly BankAccount[] = await client.call(bank.list, { query: {} });
    const payer = banks.find((it) => it.id === fundingSourceId)?.businessId ?? undefined;
    const read = await readVisible(() =>
      client.call(connection.get, { params: { connectionId: id }, query: { businessId: payer } }),
    );
    if (read.record && payer !== undefined) assertConnectionOf(read.record, payer);
    return [
      {
        ...nothing,
        kind: 'payment',
        cents: wholeCents(amount, 'The amount'),
        bankId: String(fundingSourceId),
        payee: { connectionId: id, ...payeeOfConnection(read.record) },
        connection: read.record,
        clearingSpeed: speedIn(clearingSpeed),
        note: textIn(memo),
        unknownReason: read.cause === undefined ? null : `Connection ${id} could not be read.`,
        cause: read.cause,
      },
    ];
  },

  'business.withdraw': async ({ client }, { params, body }) => {
    const { amount, fundingSourceId } = asRecord(body);
    const cents = wholeCents(amount, 'The amount');
    const banks: readonly BankAccount[] = await client.call(bank.list, { query: {} });
    const account = banks.find((it) => it.id === fundingSourceId);
    if (account) assertAccountOf(account, String(asRecord(params)['businessId']));
    return [
      {
        ...nothing,
        kind: 'withdrawal',
        cents,
        bankId: String(fundingSourceId),
      },
    ];
  },

  'pay.cancel': async () => [],
};

const nothing = {
  payee: { businessId: null, connectionId: null, name: null, alias: null },
  payableId: null,
  payable: undefined,
  payableReadAt: undefined,
  connection: undefined,
  clearingSpeed: null,
  scheduledDate: null,
  note: null,
  unknownReason: null,
  cause: undefined,
} satisfies Partial<Movement>;

async function orderedPayment(reader: MovementReader, order: unknown): Promise<Movement> {
  const { payableId, fundingSourceId, clearingSpeed, scheduledDate } = asRecord(order);
  const { businessId } = reader;
  const id = String(payableId);
  const read =
    businessId === undefined
      ? { record: undefined, cause: undefined }
      : await readVisible(() => reader.readPayable(businessId, id));
  const owed = read.record?.payable;
  const cents = centsOwed(owed);
  return {
    ...nothing,
    kind: 'payment',
    cents,
    bankId: String(fundingSourceId),
    payee: payeeOf(owed),
    payableId: id,
    payable: owed,
    payableReadAt: read.record?.readAt,
    clearingSpeed: speedIn(clearingSpeed),
    scheduledDate: textIn(scheduledDate),
    unknownReason: cents === null ? reasonFor(id, businessId, owed) : null,
    cause: read.cause,
  };
}

/** Returns the payee and amount of each movement. The payee of a withdrawal is the business itself. */
export const payeesOf = (
  movements: readonly Movement[],
  businessId: string | undefined,
): readonly PayeeAmount[] =>
  movements.flatMap(({ kind, payee, cents }) => {
    const to =
      kind === 'withdrawal' ? { businessId: businessId ?? null, connectionId: null } : payee;
    return cents === null
      ? []
      : [{ businessId: to.businessId, connectionId: to.connectionId, cents }];
  });

/** Returns the payee of a quick payment, as far as the connection states it. */
export const payeeOfConnection = (it: Connection | undefined): Omit<Payee, 'connectionId'> => ({
  businessId: it?.connectedBusinessId ?? null,
  name: it?.connectedBusinessName ?? null,
  alias: it?.alias ?? null,
});

/** Returns the payee of a payable. */
const payeeOf = (it: Payable | undefined): Payee => ({
  businessId: it?.senderBusinessId ?? it?.businessId ?? null,
  connectionId: it?.connectionId ?? null,
  name: it?.payeeName ?? null,
  alias: null,
});

/**
 * Returns the amount of a payable in cents; `null` if the service does not state it.
 *
 * @throws {GuardError} If the amount cannot be paid (14).
 */
function centsOwed(it: Payable | undefined): number | null {
  if (typeof it?.amount !== 'number') return null;
  return wholeCents(it.amount, `The amount of payable ${it.id}`);
}

function reasonFor(id: string, businessId: string | undefined, it: Payable | undefined): string {
  if (businessId === undefined) return `No business selected to read payable ${id}.`;
  return it
    ? `The service did not return the amount of payable ${id}.`
    : `Payable ${id} could not be read.`;
}

/**
 * Converts dollars (a JSON number) to whole cents above zero.
 *
 * @throws {GuardError} With `what` as the subject of the message (14).
 */
function wholeCents(dollars: unknown, what: string): number {
  const cents = typeof dollars === 'number' ? Math.round(dollars * 100) : Number.NaN;
  if (Number.isSafeInteger(cents) && cents > 0 && toDollars(cents) === dollars) return cents;
  throw new GuardError(
    'amount_invalid',
    `${what} is ${JSON.stringify(dollars)}: must be whole cents above zero. Nothing was sent.`,
  );
}

/** Reads a record that the caller may not be allowed to see: a 404 becomes `cause`; other errors are thrown. */
async function readVisible<Result>(
  read: () => Promise<Result>,
): Promise<{ readonly record: Result | undefined; readonly cause: unknown }> {
  try {
    return { record: await read(), cause: undefined };
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) return { record: undefined, cause };
    throw cause;
  }
}

const speedIn = (value: unknown): ClearingSpeed | null =>
  value === 'sameDay' || value === 'standard' ? value : null;

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A payable, and the time when it was read, in ms of `performance.now()`. */
export interface PayableRead {
  readonly payable: Payable;
  readonly readAt: number;
}

/** Returns the cached payable; `fresh` reads it from the service again. */
export type PayableReader = (
  businessId: string,
  payableId: string,
  options?: { readonly fresh?: boolean },
) => Promise<PayableRead>;

/** Creates a reader that caches every payable, so that the preparation after a lookup does not read it again. */
export function createPayableReader(means: CallContext): PayableReader {
  const cache = new Map<string, PayableRead>();
  return async (businessId, payableId, { fresh = false } = {}) => {
    const key = `${businessId} ${payableId}`;
    const cached = fresh ? undefined : cache.get(key);
    if (cached) return cached;
    const params = { businessId, payableId };
    const { client } = means.connection;
    const found = await client.call(payable.get, { params }, { sharesConnection: true });
    const read = { payable: found, readAt: performance.now() };
    cache.set(key, read);
    return read;
  };
}
