/** Payments that would send a returned one again, against the rules of the ACH network. */

import { daysBetween, easternDateOf, newYorkDate } from '../../api/ach/calendar.ts';
import { findReturnCode } from '../../api/ach/return-codes.ts';
import {
  MAX_RETRIES,
  RETRY_DAYS,
  type RetryRule,
  retryRuleOf,
  retryTexts,
} from '../../api/ach/return-rules.ts';
import { type Activity, type Payable, payable as payables } from '../../api/operations/payable.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import { asRecord } from '../../is-record.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { GuardError, MAX_PROBLEM_LINES } from '../errors.ts';
import type { AppliedTransfer } from '../journal/applied-transfers.ts';
import type { RecordReader } from '../sending/record-reader.ts';
import { isRefusedQuery, readable } from './readable.ts';
import type { Reauthorization } from './reauthorization.ts';

const READS_AT_ONCE = 8;

/** A payment to be made: of a payable, or over a connection without one. */
export interface PaymentToCheck {
  /** As the service shows it now. */
  readonly payable?: Payable | undefined;
  readonly connectionId?: string | null | undefined;
  readonly bankId: string;
}

/** Access to the records and to the journal, and the service's clock. */
export interface ReturnReader extends RecordReader {
  readonly now: Date;
}

/** A payment that came back, as far as service and journal show it. */
export interface ReturnedPayment {
  readonly paymentId: string;
  readonly code: string;
  /** The bank account that it was made from; `undefined` if it is not known. */
  readonly bankId: string | undefined;
  /** Eastern dates of the returns for funds since the newest authorization, oldest first. */
  readonly attempts: readonly IsoDate[];
}

/**
 * Returns the rule that forbids to send a returned payment again from a bank account; `undefined` if none does. The return
 * decides for its own bank account only; if that is not known, for any.
 */
export function forbiddingRule(
  { code, bankId, attempts }: ReturnedPayment,
  from: string,
  today: IsoDate,
): RetryRule | undefined {
  const rule = retryRuleOf(code);
  if (bankId !== undefined && bankId !== from) return undefined;
  if (rule !== 'twice') return rule;
  const [first = today] = attempts;
  const isAllowed = attempts.length <= MAX_RETRIES && daysBetween(first, today) <= RETRY_DAYS;
  return isAllowed ? undefined : rule;
}

/**
 * Reports whether a new authorization lets a payment be made again: not if the account itself is the reason, unless it
 * is not known which account that was.
 */
export const canReauthorize = (rule: RetryRule, { bankId }: Pick<ReturnedPayment, 'bankId'>) =>
  bankId === undefined || rule === 'twice' || rule === 'newAuthorization' || rule === 'corrected';

/**
 * Checks that no payment sends a returned one again that may not be sent again. "Payment and invitation" of the
 * specification leaves returns open: the codes and their rules are those of Nacha.
 *
 * Returns the ids of the reauthorization that are the newest return of one of them.
 *
 * @throws {GuardError} If one does (14).
 */
export async function assertMayPayAgain(
  reader: ReturnReader,
  payments: readonly PaymentToCheck[],
  reauthorized: Reauthorization | undefined,
): Promise<ReadonlySet<string>> {
  const today = newYorkDate(reader.now);
  const objections: Objection[] = [];
  const used = new Set<string>();
  for (const { payable, bankId, isQuick } of await payablesPaid(reader, payments)) {
    const returned = await newestReturn(reader, payable);
    const rule = returned && forbiddingRule(returned, bankId, today);
    if (!returned) continue;
    const isNamed = reauthorized?.payments.includes(returned.paymentId) === true;
    if (isNamed) used.add(returned.paymentId);
    if (rule === undefined || (isNamed && canReauthorize(rule, returned))) continue;
    objections.push({ rule, returned, payableId: payable.id, isQuick });
  }
  if (objections.length > 0) throw createReturnedError(objections);
  return used;
}

/**
 * Checks that every payment that a reauthorization names was found by `assertMayPayAgain`.
 *
 * @throws {GuardError} If one was not: it is good for one return only (14).
 */
export function assertReauthorizationFits(
  { payments }: Reauthorization,
  used: ReadonlySet<string>,
): void {
  const unused = payments.find((it) => !used.has(it));
  if (unused === undefined) return;
  throw new GuardError(
    'reauthorization',
    `Not sent: ${unused} is not the newest return of a payment that this would make again.`,
    ['remit pay list --status FAILED,RETURNED'],
  );
}

/** Returns the payables that payments pay, or, without a payable, those of their connection that they could pay. */
async function payablesPaid(reader: ReturnReader, payments: readonly PaymentToCheck[]) {
  const connections = [...new Set(payments.flatMap((it) => it.connectionId ?? []))];
  const unpaid = new Map(
    await mapConcurrent(
      connections,
      READS_AT_ONCE,
      async (id) => [id, await unpaidOf(reader, id)] as const,
    ),
  );
  return payments.flatMap(({ payable, connectionId, bankId }) =>
    payable
      ? [{ payable, bankId, isQuick: false }]
      : (unpaid.get(connectionId ?? '') ?? []).map((one) => ({
          ...{ payable: one, bankId, isQuick: true },
        })),
  );
}

/** Returns the unpaid payables of a connection: a payment without a payable can be one of them in disguise. */
async function unpaidOf(
  { records, businessId }: ReturnReader,
  connectionId: string,
): Promise<readonly Payable[]> {
  const params = { businessId };
  const read = async (query: { readonly status?: 'APPROVED'; readonly connectionId?: string }) => {
    const found: Payable[] = [];
    for await (const row of records<Payable>(payables.list, { params, query })) {
      if (row.connectionId === connectionId && row.status === 'APPROVED') found.push(row);
    }
    return found;
  };
  const filtered = () =>
    read({ status: 'APPROVED', connectionId }).catch((error: unknown) => {
      // The names of the filters are assumed: a service can refuse them.
      if (isRefusedQuery(error)) return read({});
      throw error;
    });
  return (await readable(filtered)) ?? [];
}

/** Returns the newest return of a payable that is not paid; a cancellation since then changes nothing. */
async function newestReturn(
  reader: ReturnReader,
  { id: payableId, lastPaymentFailure: failure }: Payable,
): Promise<ReturnedPayment | undefined> {
  if (!failure) return undefined;
  const { businessId, call, journal } = reader;
  const rule = retryRuleOf(failure.code);
  // Only the log has the returns before the newest failure.
  const log =
    rule !== undefined && rule !== 'twice'
      ? []
      : await readable(() => call(payables.activity, { params: { businessId, payableId } }));
  const returns = (log ?? []).flatMap(returnIn);
  const newest =
    rule === undefined
      ? returns.at(-1)
      : { paymentId: failure.paymentId ?? payableId, code: failure.code ?? '', at: failure.at };
  if (!newest) return undefined;
  const transfers = await (await journal()).listAppliedTransfers();
  const attempts = returns
    .slice(1 + returns.findLastIndex((it) => isReauthorized(it.paymentId, transfers)))
    .filter(({ code }) => retryRuleOf(code) === 'twice')
    .flatMap(({ at }) => easternDateOf(at) ?? []);
  return {
    paymentId: newest.paymentId,
    code: newest.code,
    bankId: failure.fundingSourceId ?? bankOf(newest.paymentId, transfers),
    attempts,
  };
}

/** Returns the return that an entry of the activity log states. */
function returnIn({ type, metadata, createdAt }: Activity) {
  const { paymentId, code } = asRecord(metadata);
  const isEnd = type === 'payment_failed' || type === 'payment_returned';
  if (!isEnd || typeof paymentId !== 'string' || typeof code !== 'string') return [];
  return retryRuleOf(code) === undefined ? [] : [{ paymentId, code, at: createdAt }];
}

const isReauthorized = (paymentId: string, transfers: readonly AppliedTransfer[]): boolean =>
  transfers.some(({ reauthorized }) => reauthorized.includes(paymentId));

const bankOf = (paymentId: string, transfers: readonly AppliedTransfer[]): string | undefined =>
  transfers.find(
    (it) => it.paymentId === paymentId || it.payables.some((paid) => paid.paymentId === paymentId),
  )?.fundingSourceId ?? undefined;

interface Objection {
  readonly rule: RetryRule;
  readonly returned: ReturnedPayment;
  readonly payableId: string;
  readonly isQuick: boolean;
}

function createReturnedError(objections: readonly Objection[]): GuardError {
  const [first] = objections;
  const lines = objections.map(sentenceOf);
  const left = lines.length - MAX_PROBLEM_LINES;
  const advice = findReturnCode(first?.returned.code)?.advice ?? '';
  return new GuardError(
    'payment_returned',
    [
      'Nothing was sent: a returned payment may not be made again like this.',
      ...lines.slice(0, MAX_PROBLEM_LINES),
      ...(left > 0 ? [`and ${left} more`] : []),
      advice,
    ],
    first && nextOf(first),
    objections.map((it) => ({ field: 'payableId', message: sentenceOf(it) })),
  );
}

function sentenceOf({ rule, returned, payableId }: Objection): string {
  const { code, paymentId, bankId } = returned;
  const from = bankId === undefined ? 'an unknown bank account' : `this bank account`;
  const title = findReturnCode(code)?.title;
  return `Payable ${payableId}: payment ${paymentId}, from ${from}, was returned with ${code} ${title}; it may be sent again ${retryTexts[rule]}.`;
}

function nextOf({ rule, returned, payableId, isQuick }: Objection): readonly string[] {
  const { paymentId, code } = returned;
  const again = isQuick ? 'with' : `remit pay initiate ${payableId}`;
  return [
    ...(canReauthorize(rule, returned)
      ? [`with a new authorization: ${again} --reauthorized ${paymentId} --reason <text>`]
      : []),
    `from another bank account: ${again} --bank <bank>`,
    `remit explain ${code}`,
  ];
}
