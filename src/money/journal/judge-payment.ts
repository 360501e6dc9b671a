/** Judges from a payable and its activity log whether an unresolved payment of it was made. */

import { asRecord } from '../../is-record.ts';
import { momentOf, type ObservedPayable, paymentIdIn, typeOf } from './activity-entries.ts';
import type { Verdict } from './intent.ts';
import { isSamePayee, type PayeeAmount } from './intent-payees.ts';
import { centsShown, isSince } from './observed-facts.ts';
import { factHash, type ShownPayments, shownPaymentsOf } from './sent-facts.ts';
import type { UnresolvedIntent } from './unresolved.ts';

/** A payable that a request may have paid, and the facts that the journal has about it. */
export interface PaidPayableFacts {
  readonly payableId: string;
  /** The payable before the request; `undefined` if it was not read. */
  readonly before: ShownPayments | undefined;
  /** The hash of the date that the payment was scheduled for; `null` if it was not. */
  readonly scheduledDate: string | null;
  /** The amount that was confirmed, in cents; `null` for a row of a batch, whose sum is compared. */
  readonly cents: number | null;
}

/** The finding about one payment, and its reason as a sentence. */
export interface PaymentJudgement {
  readonly verdict: Verdict | null;
  readonly reason: string;
  /** The id of the payment that was made, if the service names it. */
  readonly paymentId?: string | undefined;
}

/**
 * Judges whether the payment of a payable was made. Exactly one payment that began after the request, that proves no
 * other request, and that nothing contradicts, proves it. A payable that is in every respect as it was before proves
 * that it was not made, if the service is known to show payments at once.
 */
export function judgePayment(
  intent: UnresolvedIntent,
  facts: PaidPayableFacts,
  shown: ObservedPayable,
  known: { readonly paymentShows: boolean },
): PaymentJudgement {
  const name = `Payable ${facts.payableId}`;
  const against = contradictionsIn(intent, facts, shown.payable);
  const begun = paymentsBegun(intent, facts, shown);
  const [payment, ...others] = begun;
  if (payment !== undefined) {
    if (others.length > 0) {
      const named = begun.map(({ what }) => what).join(' and ');
      return open(
        `${name} shows ${named} since the request: it is not known which one is its own.`,
      );
    }
    if (against.length > 0)
      return open(`${name} shows ${payment.what}, but ${against.join(', and ')}.`);
    return { verdict: 'applied', reason: `${name} shows ${payment.what}.`, paymentId: payment.id };
  }
  const now = shownPaymentsOf(shown.payable);
  const isUnchanged = facts.before?.every((it, at) => it === now[at]) ?? false;
  const isSilent = shown.activity.every((entry) => !mayBeOf(intent, entry));
  if (!isUnchanged || !isSilent || against.length > 0 || now[0] !== 'APPROVED') {
    const found = [`is ${now[0] ?? 'in an unknown status'}`, ...against].join(', ');
    const log = isSilent ? '' : ' and its activity log has payments';
    return open(
      `${name} ${found}${log}, but no payment that is known to have begun after the request.`,
    );
  }
  return known.paymentShows
    ? {
        verdict: 'not-applied',
        reason: `${name} is as it was before, and this service shows payments immediately.`,
      }
    : open(
        `${name} shows no payment, but it is not yet known whether this service shows payments immediately.`,
      );
}

/** Returns what speaks against the payable being paid by this request, each as the rest of a sentence. */
function contradictionsIn(
  { payees, businessId }: UnresolvedIntent,
  { cents, scheduledDate }: PaidPayableFacts,
  payable: unknown,
): readonly string[] {
  const shown = asRecord(payable);
  const amount = centsShown(shown['amount']);
  const { payerBusinessId: payer, scheduledDate: date } = shown;
  const isOtherDate = typeof date === 'string' && factHash(date) !== scheduledDate;
  return [
    ...(cents !== null && amount !== null && amount !== cents ? ['its amount changed'] : []),
    ...(isOtherPayee(payees, shown) ? ['its payee changed'] : []),
    ...(typeof payer === 'string' && businessId !== null && payer !== businessId
      ? ['another business pays it']
      : []),
    ...(isOtherDate && (scheduledDate !== null || shown['paymentStatus'] === 'SCHEDULED')
      ? ['it is scheduled for another date']
      : []),
  ];
}

function isOtherPayee(
  payees: readonly PayeeAmount[],
  { senderBusinessId, businessId, connectionId }: Readonly<Record<string, unknown>>,
): boolean {
  const [business, connection] = [senderBusinessId ?? businessId, connectionId].map((id) =>
    typeof id === 'string' ? id : null,
  ) as [string | null, string | null];
  if (payees.length === 0 || (business === null && connection === null)) return false;
  const shown = { businessId: business, connectionId: connection, cents: 0 };
  return !payees.some((payee) => isSamePayee(payee, shown));
}

/** A payment, and how it is shown, as the object of a sentence. */
interface BegunPayment {
  readonly id: string | undefined;
  readonly what: string;
}

/**
 * Returns the payments that began after the request, without those of other requests. If the log names none at all, its
 * entries or the status show one whose id is not known.
 */
function paymentsBegun(
  intent: UnresolvedIntent,
  { before }: PaidPayableFacts,
  { payable, activity }: ObservedPayable,
): readonly BegunPayment[] {
  const entries = activity.filter(isOfPayment);
  const logged = firstEntries(entries);
  const state = shownPaymentsOf(payable);
  const [, active, , failed] = state;
  const isNew = (id: string | null): id is string =>
    id !== null && before !== undefined && !before.includes(id) && !logged.has(id);
  const named = new Set([
    ...[...logged].filter(([, entry]) => isSince(entry, intent)).map(([id]) => id),
    ...[active, failed].filter(isNew),
  ]);
  if (named.size > 0 || logged.size > 0) {
    return [...named]
      .filter((id) => !intent.claimedIds.includes(id))
      .map((id) => ({ id, what: `payment ${id}` }));
  }
  const entry = entries.find((it) => BEGINNINGS.test(typeOf(it)) && isSince(it, intent));
  if (entry) return [{ id: undefined, what: `${typeOf(entry)} in its activity log` }];
  return before && hasBecomePaid(before, state)
    ? [{ id: undefined, what: `the status ${state[0]}, which was APPROVED before` }]
    : [];
}

const isOfPayment = (entry: unknown): boolean => /payment(?!link)/i.test(typeOf(entry));

/** Reports whether an entry may be about the payment of a request: it is not older, and not of another request. */
function mayBeOf({ serviceTime, claimedIds }: UnresolvedIntent, entry: unknown): boolean {
  const isOlder = momentOf(entry) < Date.parse(serviceTime ?? '');
  return isOfPayment(entry) && !isOlder && !claimedIds.includes(paymentIdIn(entry) ?? '');
}

/** Returns the first entry of each payment that entries name. */
function firstEntries(entries: readonly unknown[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const entry of entries.toSorted((one, two) => momentOf(one) - momentOf(two))) {
    const id = paymentIdIn(entry);
    if (id !== undefined && !found.has(id)) found.set(id, entry);
  }
  return found;
}

/** Reports whether a payable that was approved, without a payment, is paid or scheduled now. */
const hasBecomePaid = (before: ShownPayments, now: ShownPayments): boolean =>
  before[0] === 'APPROVED' && before[1] === null && (now[0] === 'PAID' || now[0] === 'SCHEDULED');

/** Entries of the first step of a payment: a later step may be of one that began before. */
const BEGINNINGS = /payment(initiated|scheduled|held)$/i;

const open = (reason: string): PaymentJudgement => ({ verdict: null, reason });
