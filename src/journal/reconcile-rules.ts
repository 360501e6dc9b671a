/** Rules that resolve an unknown outcome from the service's records. */

import type { Verdict } from './intent.ts';
import { intentOf } from './intent-draft.ts';
import { findPaymentStart, stateOf, typeOf } from './payment-ended.ts';
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
  readonly why: string;
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
  doubt: UnresolvedIntent,
  evidence: Evidence,
  known: ServiceCapabilities,
): ReconcileDecision {
  const judgment = judgments[doubt.operation];
  return judgment ? judgment(doubt, evidence, known) : byPerson('The service has no record of it.');
}

type Members = Readonly<Record<string, unknown>>;
type Judgment = (
  doubt: UnresolvedIntent,
  evidence: Evidence,
  known: ServiceCapabilities,
) => ReconcileDecision;

const judgments: Readonly<Record<string, Judgment>> = {
  'pay.initiate': (doubt, { payables: [payable] = [] }, known) =>
    payable ? initiated(doubt, payable, known) : byPerson('The payable could not be read.'),

  'pay.bulkInitiate'(doubt, { payables = [] }, known) {
    if (payables.length === 0) return byPerson('Its payables are unknown.');
    const findings = payables.map((payable) => initiated(doubt, payable, known));
    const applied = findings.filter(({ verdict }) => verdict === 'applied').length;
    if (applied === findings.length)
      return is('applied', `All ${applied} payables show the payment.`);
    if (applied > 0) {
      return byPerson(
        `${applied} of ${findings.length} payables show a payment. A batch is all or none: check each payable.`,
      );
    }
    return findings.every(({ verdict }) => verdict === 'not-applied')
      ? is('not-applied', `None of ${findings.length} payables shows a payment.`)
      : byPerson(notSeenYet);
  },

  'payable.create'(doubt, { onConnection }) {
    const isNumbered = doubt.naturalKey !== null && doubt.before['isWholeRequest'] !== true;
    if (!isNumbered || !onConnection) {
      return byPerson('Without an invoice number it cannot be identified.');
    }
    const found = onConnection.find((record) => keyOf(record, doubt) === doubt.naturalKey);
    return found
      ? is('applied', 'Its invoice number exists on the connection.', textOf(found['id']))
      : is('not-applied', 'Its invoice number does not exist on the connection.');
  },

  'pay.cancel'(doubt, { payables: [shown] = [] }) {
    if (!shown) return byPerson('The payable of the payment is unknown.');
    const cancelled = shown.activity.some(
      (entry) => isCancellation(entry) && paymentIn(entry) === doubt.paymentId,
    );
    return cancelled
      ? is('applied', 'The activity log shows the cancellation.')
      : is('not-applied', 'The activity log shows no cancellation.');
  },

  'bank.verifyMicroDeposits': (_, { bank }) =>
    bank?.['status'] === 'verified'
      ? is('applied', 'The bank account is verified.')
      : byPerson('The bank account is not verified; another try uses up an attempt.'),

  'business.withdraw': (_, { balance }) =>
    byPerson(
      `The service has no list of withdrawals. Its balance now: available ${shownIn(balance, 'available')}, in transit ${shownIn(balance, 'withdrawing')}.`,
    ),

  'pay.quickPay': () =>
    byPerson('The service has no list of quick payments: ask the payee or the bank.'),
};

function initiated(
  doubt: UnresolvedIntent,
  { payable, activity }: PayableEvidence,
  known: ServiceCapabilities,
): ReconcileDecision {
  const begun = findPaymentStart(doubt, { payable, activity });
  if (begun) return is('applied', begun.what, begun.paymentId);
  return known.paymentShows
    ? is(
        'not-applied',
        'The payable shows no payment, and this service shows payments immediately.',
      )
    : byPerson(notSeenYet);
}

const notSeenYet =
  'No record shows a payment, but it is not yet known whether this service shows payments immediately.';

const is = (verdict: Verdict, why: string, serverId?: string): ReconcileDecision => ({
  verdict,
  why,
  serverId,
});
const byPerson = (why: string): ReconcileDecision => ({ verdict: null, why });

/**
 * Returns the natural key of a payable. The journal stores no invoice number, so payables are compared by this hash.
 */
function keyOf(
  { connectionId, invoiceNumber }: Members,
  { origin, environment, ...doubt }: UnresolvedIntent,
) {
  const body = { connectionId: connectionId ?? doubt.connectionId, invoiceNumber };
  // Rows of earlier versions have the origin in place of the environment.
  return intentOf('payable.create', { body }, { origin, environment: environment ?? origin })
    ?.naturalKey;
}

const isCancellation = (entry: unknown): boolean => /paymentcancell?ed$/i.test(typeOf(entry));

const paymentIn = (entry: unknown): unknown =>
  stateOf(entry)['paymentId'] ?? stateOf(stateOf(entry)['metadata'])['paymentId'];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const shownIn = (members: Members | undefined, name: string): string =>
  String(members?.[name] ?? 'unknown');
