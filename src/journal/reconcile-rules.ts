/** Rules that resolve an unknown outcome from the service's records. */

import { asRecord } from '../is-record.ts';
import type { Verdict } from './intent.ts';
import { intentOf } from './intent-draft.ts';
import { findPaymentStart, typeOf } from './payment-ended.ts';
import type { UnresolvedIntent } from './unresolved.ts';

/** The service's records related to an intent. A record that could not be read is absent. */
export interface Evidence {
  readonly payables?: readonly PayableEvidence[];
  /** All payables of the intent's connection. */
  readonly onConnection?: readonly Members[];
  readonly bank?: Members | undefined;
  readonly balance?: Members | undefined;
}

/** A payable and its activity log, as the service returns them. */
export interface PayableEvidence {
  readonly payable: unknown;
  readonly activity: readonly unknown[];
}

/** The decision on an unresolved intent, and the reason as a sentence. */
export interface ReconcileDecision {
  /** `null` if only a person can decide. */
  readonly verdict: Verdict | null;
  readonly reason: string;
  /** The id that the service assigned to the created record, if the evidence names it. */
  readonly serverId?: string | undefined;
}

/** Capabilities of a service that were observed before. */
export interface ServiceCapabilities {
  /** True if the service shows a payment on its payable immediately. */
  readonly paymentShows: boolean;
}

/**
 * Decides the outcome of an unresolved intent from the evidence. Never guesses: an undecided case is left to a person.
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
  'pay.initiate': (intent, { payables: [payable] = [] }, known) =>
    payable ? initiated(intent, payable, known) : undecided('The payable could not be read.'),

  'pay.bulkInitiate'(intent, { payables = [] }, known) {
    if (payables.length === 0) return undecided('Its payables are unknown.');
    const findings = payables.map((payable) => initiated(intent, payable, known));
    const applied = findings.filter(({ verdict }) => verdict === 'applied').length;
    if (applied === findings.length)
      return decision('applied', `All ${applied} payables show the payment.`);
    if (applied > 0) {
      return undecided(
        `${applied} of ${findings.length} payables show a payment. A batch is all or none: check each payable.`,
      );
    }
    return findings.every(({ verdict }) => verdict === 'not-applied')
      ? decision('not-applied', `None of ${findings.length} payables shows a payment.`)
      : undecided(notVisible);
  },

  'payable.create'(intent, { onConnection }) {
    const isNumbered = intent.naturalKey !== null && intent.before['isWholeRequest'] !== true;
    if (!isNumbered || !onConnection) {
      return undecided('Without an invoice number it cannot be identified.');
    }
    const found = onConnection.find((record) => keyOf(record, intent) === intent.naturalKey);
    return found
      ? decision('applied', 'Its invoice number exists on the connection.', textOf(found['id']))
      : decision('not-applied', 'Its invoice number does not exist on the connection.');
  },

  'pay.cancel'(intent, { payables: [payable] = [] }) {
    if (!payable) return undecided('The payable of the payment is unknown.');
    const cancelled = payable.activity.some(
      (entry) => isCancellation(entry) && paymentIn(entry) === intent.paymentId,
    );
    return cancelled
      ? decision('applied', 'The activity log shows the cancellation.')
      : decision('not-applied', 'The activity log shows no cancellation.');
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

function initiated(
  intent: UnresolvedIntent,
  { payable, activity }: PayableEvidence,
  known: ServiceCapabilities,
): ReconcileDecision {
  const start = findPaymentStart(intent, { payable, activity });
  if (start) return decision('applied', start.ending, start.paymentId);
  return known.paymentShows
    ? decision(
        'not-applied',
        'The payable shows no payment, and this service shows payments immediately.',
      )
    : undecided(notVisible);
}

const notVisible =
  'No record shows a payment, but it is not yet known whether this service shows payments immediately.';

const decision = (verdict: Verdict, reason: string, serverId?: string): ReconcileDecision => ({
  verdict,
  reason,
  serverId,
});
const undecided = (reason: string): ReconcileDecision => ({ verdict: null, reason });

/**
 * Returns the natural key of a payable. The journal stores no invoice number, so payables are compared by this hash.
 */
function keyOf(
  { connectionId, invoiceNumber }: Members,
  { origin, environment, ...intent }: UnresolvedIntent,
) {
  const body = { connectionId: connectionId ?? intent.connectionId, invoiceNumber };
  // Rows of earlier versions have the origin in place of the environment.
  return intentOf('payable.create', { body }, { origin, environment: environment ?? origin })
    ?.naturalKey;
}

const isCancellation = (entry: unknown): boolean => /paymentcancell?ed$/i.test(typeOf(entry));

const paymentIn = (entry: unknown): unknown =>
  asRecord(entry)['paymentId'] ?? asRecord(asRecord(entry)['metadata'])['paymentId'];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const memberText = (members: Members | undefined, name: string): string =>
  String(members?.[name] ?? 'unknown');
