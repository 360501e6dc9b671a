/** Rules that resolve an unknown outcome from the service's records. */

import { centsOf, dollarsText } from '../../api/money.ts';
import { asRecord } from '../../is-record.ts';
import { isCancellation, type ObservedPayable, paymentIdIn } from './activity-entries.ts';
import type { PaidPayable, Verdict } from './intent.ts';
import { judgeCreatedPayable } from './judge-created-payable.ts';
import { judgePayment, type PaymentJudgement } from './judge-payment.ts';
import { centsShown } from './observed-facts.ts';
import type { ShownPayments } from './sent-facts.ts';
import type { UnresolvedIntent } from './unresolved.ts';

/** The service's records related to an intent. A record that could not be read is absent. */
export interface Evidence {
  readonly payables?: readonly PayableEvidence[];
  /** All payables of the intent's connection. */
  readonly onConnection?: readonly Members[];
  readonly bank?: Members | undefined;
  readonly balance?: Members | undefined;
}

/** A payable under the id that was asked for, and its activity log, as the service returns them. */
export interface PayableEvidence extends ObservedPayable {
  readonly payableId: string;
}

/** The decision on an unresolved intent, and the reason as a sentence. */
export interface ReconcileDecision {
  /** `null` if only a person can decide. */
  readonly verdict: Verdict | null;
  readonly reason: string;
  /** The id that the service assigned to the created record, if the evidence names it. */
  readonly serverId?: string | undefined;
  /** The payments of a batch, as far as the evidence names them. */
  readonly payments?: readonly PaidPayable[] | undefined;
}

/** Capabilities of a service that were observed before. */
export interface ServiceCapabilities {
  /** True if the service shows a payment on its payable immediately. */
  readonly paymentShows: boolean;
}

/**
 * Decides the outcome of an unresolved intent from the evidence. Never guesses: an undecided case is left to a person.
 *
 * `applied` needs a record that is the same thing: of the same operation, direction, amount and partner, made after the
 * request, that proves no other request. A number or a name, which people choose, finds a record and proves nothing.
 * `not-applied` needs a record that shows it: nothing follows from the absence of what others can change or hide.
 */
export function decideOutcome(
  intent: UnresolvedIntent,
  evidence: Evidence,
  known: ServiceCapabilities,
): ReconcileDecision {
  const rule = rules[intent.operation];
  return rule ? rule(intent, evidence, known) : undecided('The service has no record of it.');
}

type Members = Readonly<Record<string, unknown>>;
type Rule = (
  intent: UnresolvedIntent,
  evidence: Evidence,
  known: ServiceCapabilities,
) => ReconcileDecision;

const rules: Readonly<Record<string, Rule>> = {
  'pay.initiate'(intent, { payables: [shown] = [] }, known) {
    if (!shown) return undecided('The payable could not be read.');
    const { paymentId, ...judged } = judgeRow(intent, shown, known);
    return { ...judged, serverId: paymentId };
  },

  'pay.bulkInitiate'(intent, { payables = [] }, known) {
    const ids = payableIdsOf(intent);
    if (ids.length === 0) return undecided('Its payables are unknown.');
    const missing = ids.filter((id) => !payables.some(({ payableId }) => payableId === id));
    if (missing.length > 0) return undecided(`Could not be read: ${missing.join(', ')}.`);
    const found = payables.map((shown) => judgeRow(intent, shown, known));
    const [applied, notApplied] = (['applied', 'not-applied'] as const).map(
      (verdict) => found.filter((it) => it.verdict === verdict).length,
    );
    if (applied === ids.length) return wholeBatch(intent, payables, found);
    if (notApplied === ids.length) {
      return decision('not-applied', `None of ${ids.length} payables shows a payment.`);
    }
    const open = found.find(({ verdict }) => verdict === null);
    return undecided(
      applied === 0 && open
        ? open.reason
        : `${applied} of ${ids.length} payables show a payment. A batch is all or none: check each payable.`,
    );
  },

  'payable.create': (intent, { onConnection }) =>
    onConnection
      ? judgeCreatedPayable(intent, onConnection)
      : undecided('The payables of its connection could not be read.'),

  'pay.cancel'({ paymentId }, { payables: [shown] = [] }) {
    if (!shown) return undecided('The payable of the payment is unknown.');
    const { activePaymentId } = asRecord(shown.payable);
    const isActive = activePaymentId === paymentId;
    const isCancelled = shown.activity.some(
      (entry) => isCancellation(entry) && paymentIdIn(entry) === paymentId,
    );
    if (isCancelled && isActive) {
      return undecided(`The log shows its cancellation, but the payable still has ${paymentId}.`);
    }
    if (isCancelled) return decision('applied', 'The activity log shows the cancellation.');
    return isActive
      ? decision('not-applied', `The payable still has payment ${paymentId}.`)
      : undecided(`The activity log shows no cancellation of ${paymentId}, which proves nothing.`);
  },

  'bank.verifyMicroDeposits': (_, { bank }) =>
    bank?.['status'] === 'verified'
      ? decision('applied', 'The bank account is verified.')
      : undecided('The bank account is not verified; another try uses up an attempt.'),

  'business.withdraw': (_, { balance }) =>
    undecided(
      `The service has no list of withdrawals. Its balance now: available ${memberText(balance, 'available')}, in transit ${memberText(balance, 'withdrawing')}.`,
    ),

  'pay.quickPay': () =>
    undecided('The service has no list of quick payments: ask the payee or the bank.'),
};

/** Returns the ids of the records that prove a decision: they prove no other one. */
export const claimsOf = ({ serverId, payments = [] }: ReconcileDecision): readonly string[] =>
  [serverId, ...payments.map(({ paymentId }) => paymentId)].filter((id) => typeof id === 'string');

/** Returns the payables that an intent pays, in the order of its rows. */
export const payableIdsOf = ({ payableId, before }: UnresolvedIntent): readonly string[] => {
  const ids: unknown = before['payableIds'];
  if (Array.isArray(ids)) return ids.map(String);
  return payableId === null ? [] : [payableId];
};

/** Judges the payment of one payable of an intent. */
function judgeRow(
  intent: UnresolvedIntent,
  shown: PayableEvidence,
  known: ServiceCapabilities,
): PaymentJudgement {
  const row = payableIdsOf(intent).indexOf(shown.payableId);
  const states: unknown = intent.before['payments'];
  const dates = [intent.sent['scheduledDate'] ?? null].flat();
  const isBatch = intent.operation === 'pay.bulkInitiate';
  const facts = {
    payableId: shown.payableId,
    before: Array.isArray(states) ? (states[row] as ShownPayments | undefined) : undefined,
    scheduledDate: dates[isBatch ? row : 0] ?? null,
    cents: isBatch || intent.amount === null ? null : centsOf(intent.amount),
  };
  return judgePayment(intent, facts, shown, known);
}

/** Decides on a batch of which every payable shows a payment: its payables must add up to the amount that was sent. */
function wholeBatch(
  { amount }: UnresolvedIntent,
  payables: readonly PayableEvidence[],
  found: readonly PaymentJudgement[],
): ReconcileDecision {
  const amounts = payables.map(({ payable }) => centsShown(asRecord(payable)['amount']));
  const sum = amounts.reduce<number>((all, cents) => all + (cents ?? 0), 0);
  if (amount !== null && !amounts.includes(null) && sum !== centsOf(amount)) {
    return undecided(
      `All ${found.length} payables show a payment, but they add up to $${dollarsText(sum)}, not $${dollarsText(centsOf(amount))}.`,
    );
  }
  return {
    ...decision('applied', `All ${found.length} payables show the payment.`),
    payments: payables.map(({ payableId }, at) => ({
      payableId,
      paymentId: found[at]?.paymentId ?? null,
    })),
  };
}

const decision = (verdict: Verdict, reason: string): ReconcileDecision => ({ verdict, reason });
const undecided = (reason: string): ReconcileDecision => ({ verdict: null, reason });

const memberText = (members: Members | undefined, name: string): string =>
  String(members?.[name] ?? 'unknown');
