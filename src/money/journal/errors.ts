/** Errors of the journal. */

import { dollarsText } from '../../api/money.ts';
import type { DatabaseFailure } from '../../storage/database-failure.ts';
import type { Sender } from './in-flight.ts';
import type { FinalOutcome, PaidPayable, StoredIntent } from './intent.ts';
import type { SpendingLimit, SpendingRule } from './spending-limits.ts';

/** The journal cannot be opened, read or written, so nothing that needs it was sent (exit 3). It is never replaced. */
export class JournalUnavailableError extends Error {
  override readonly name = 'JournalUnavailableError';
  /** Advice about this journal, and never to use another one, which does not know what was paid. */
  readonly next: readonly string[];

  readonly place: string;
  readonly failure: DatabaseFailure;

  constructor(place: string, failure: DatabaseFailure, cause: Error) {
    super(`The journal ${place} cannot be used: ${failure.reason}. It was not changed.`, { cause });
    this.place = place;
    this.failure = failure;
    this.next = failure.next;
  }
}

/** The journal was lost while an intent was committed: nothing was sent (exit 3). */
export class CommitLostError extends JournalUnavailableError {
  readonly intentId: string;
  override readonly next: readonly string[];

  /** `isClosed` says that it is now recorded as not sent; otherwise it may be there, unresolved. */
  constructor(intentId: string, lost: JournalUnavailableError, isClosed: boolean) {
    super(lost.place, lost.failure, lost);
    const state = isClosed
      ? `${intentId} is recorded as not sent.`
      : `${intentId} was being recorded, and may be listed as unresolved: it was not sent.`;
    this.message = `Not sent: the journal ${lost.place} was lost: ${lost.failure.reason}. ${state}`;
    this.intentId = intentId;
    this.next = isClosed
      ? ['run it again']
      : [
          ...lost.next,
          `then: remit journal show ${intentId}`,
          `if it is there: remit journal resolve ${intentId} --not-applied --note "never sent"`,
        ];
  }
}

/** The clock of this machine differs from that of the journal's database: what is recent cannot be judged here (exit 3). */
export class ClockDifferenceError extends Error {
  override readonly name = 'ClockDifferenceError';
}

/** An equal or a similar request has an unknown outcome, or is being sent right now (exit 14). */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
  readonly intent: StoredIntent;
  readonly isBeingSent: boolean;
  /** Commands about the process that is sending it; none if its outcome is unknown. */
  readonly next: readonly string[];
  /**
   * Set if it is another request that pays the same amount to the same payee: a person may allow it by name, or, as a part
   * of a plan, by answering the question.
   */
  readonly similar: 'allow' | 'ask' | undefined;

  /** `sender` is the process that is sending it right now; `undefined` if its outcome is unknown. */
  constructor(intent: StoredIntent, sender: Sender | undefined, similar?: 'allow' | 'ask') {
    const payment = 'the same amount to the same payee';
    super(
      sender
        ? `Not sent: ${senderText(sender)} is sending ${similar ? payment : 'it'} (${intent.id}).`
        : `Not sent: ${similar ? payment : 'the same request'} was sent before (${intent.id}) and its outcome is unknown. Resolve it first.`,
    );
    this.intent = intent;
    this.isBeingSent = sender !== undefined;
    this.next = sender ? senderHints(sender) : [];
    this.similar = similar;
  }
}

/**
 * An attempt of the same payment was resolved as not applied by a verdict alone, and this request differs from it: a service
 * could not tell that it is the same payment (exit 14).
 */
export class OtherBodyError extends Error {
  override readonly name = 'OtherBodyError';
  readonly intentId: string;
  /** True if it is part of a plan, of which nothing can be allowed by a flag. */
  readonly isOfPlan: boolean;

  constructor(
    intentId: string,
    { isOfPlan = false }: { readonly isOfPlan?: boolean | undefined } = {},
  ) {
    super(
      `Not sent: ${intentId} may still be applied, and this request differs from it: in its account, speed, date or rows. Repeat it as it was.`,
    );
    this.intentId = intentId;
    this.isOfPlan = isOfPlan;
  }
}

/** The row of a file was created before, and the file is unfinished or ended less than a day ago (exit 14). */
export class RowAlreadyCreatedError extends Error {
  override readonly name = 'RowAlreadyCreatedError';
  readonly intent: StoredIntent;

  constructor(intent: StoredIntent) {
    super(`Not sent: this row was already created (${intent.id}).`);
    this.intent = intent;
  }
}

/** An outgoing amount is not a whole number of cents above zero; nothing was sent (exit 14). */
export class NonPositiveAmountError extends Error {
  override readonly name = 'NonPositiveAmountError';

  constructor(cents: number) {
    super(`Not sent: an amount must be more than zero, not ${dollarsText(cents)}.`);
  }
}

/** An equal request was applied before, and no override allows a repeat (exit 14). */
export class DuplicateError extends Error {
  override readonly name = 'DuplicateError';
  readonly intent: StoredIntent;
  readonly paid: readonly PaidPayable[];
  /** The commands about its payment. */
  readonly next: readonly string[];
  /** True if what was stopped is part of a plan, of which nothing can be allowed by a flag. */
  readonly isOfPlan: boolean;

  /** `payment` is the payment that it made as the service shows it now, such as `pmt_1 is scheduled for 2026-04-04`. */
  constructor(
    intent: StoredIntent,
    paid: readonly PaidPayable[],
    payment?: { readonly text: string; readonly next: readonly string[] },
    { isOfPlan = false }: { readonly isOfPlan?: boolean } = {},
  ) {
    const subject = intent.operation.startsWith('pay.') ? 'this payment' : 'this request';
    const at = `on ${intent.createdAt.slice(0, 16).replace('T', ' ')} UTC (${intent.id})`;
    super(
      payment === undefined
        ? `Not sent: ${subject} was already made ${at}.`
        : `Not sent: ${payment.text}. It was made ${at}.`,
    );
    this.intent = intent;
    this.paid = paid;
    this.next = payment?.next ?? [];
    this.isOfPlan = isOfPlan;
  }
}

/** The row of a plan was paid before; nothing was sent (exit 14). */
export class PlanRowPaidError extends Error {
  override readonly name = 'PlanRowPaidError';
  readonly intent: StoredIntent;

  constructor(intent: StoredIntent, row: number) {
    super(`Not sent: row ${row} of this plan was already paid (${intent.id}).`);
    this.intent = intent;
  }
}

/** A known outcome could not be recorded (exit 13). The result is printed anyway. */
export class JournalWriteError extends Error {
  override readonly name = 'JournalWriteError';
  readonly intentId: string;
  readonly outcome: FinalOutcome;

  constructor(intentId: string, outcome: FinalOutcome, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The outcome of ${intentId} (${outcome}) could not be written to the journal: ${reason}.`,
      {
        cause,
      },
    );
    this.intentId = intentId;
    this.outcome = outcome;
  }
}

export class OutcomeRecordedError extends Error {
  override readonly name = 'OutcomeRecordedError';

  constructor(outcome: FinalOutcome) {
    super(`its outcome is recorded already: ${outcome}`);
  }
}

/**
 * A request was applied that was resolved as not applied while it was being sent (exit 13). The outcome is recorded, and
 * counts; an equal request may have been sent since.
 */
export class VerdictContradictedError extends Error {
  override readonly name = 'VerdictContradictedError';
  readonly intentId: string;

  constructor(intentId: string) {
    super(
      `The request was applied, but ${intentId} was resolved as not applied while it was being sent: an equal request may have been sent since.`,
    );
    this.intentId = intentId;
  }
}

/** A verdict does not apply: the intent does not exist, its outcome is known, or it is being sent. */
export class NothingToResolveError extends Error {
  override readonly name = 'NothingToResolveError';
  readonly next: readonly string[];

  constructor(message: string, next: readonly string[] = []) {
    super(message);
    this.next = next;
  }
}

/** Returns the error of a verdict on an intent that is being sent: its process may still send it. */
export const createBeingSentError = (intentId: string, sender: Sender): NothingToResolveError =>
  new NothingToResolveError(
    `Intent ${intentId} has no outcome yet: ${senderText(sender)} is sending it.`,
    senderHints(sender),
  );

/** Names the process that is sending an intent: `process 4711, which is stopped,`. */
function senderText({ pid, host, isStopped }: Sender): string {
  if (host !== null) return `process ${pid} on ${host}`;
  return isStopped ? `process ${pid}, which is stopped,` : `process ${pid}`;
}

/** Returns the ways to end a process that is sending. A stopped one notes SIGTERM only when it goes on. */
function senderHints({ pid, host, isStopped }: Sender): readonly string[] {
  if (host !== null) return [`on ${host}: remit journal reconcile`];
  if (isStopped) return [`let it go on: kill -CONT ${pid}`, `or end it: kill -KILL ${pid}`];
  return [`wait for it to end, or end it: kill ${pid}`];
}

/** The intent that is about to be sent got a verdict or an outcome from another process; nothing was sent (exit 9). */
export class IntentDecidedError extends Error {
  override readonly name = 'IntentDecidedError';
  readonly intentId: string;

  /** `decision` is the verdict or the outcome: `not-applied`. */
  constructor(intentId: string, decision: string) {
    super(
      `Not sent: while this program was held up, ${intentId} was recorded as ${decision}. It may have been sent again.`,
    );
    this.intentId = intentId;
  }
}

/** The intent changed after what the verdict is about was read or signed (exit 14). */
export class VerdictOutdatedError extends Error {
  override readonly name = 'VerdictOutdatedError';
  readonly intentId: string;

  constructor(intentId: string) {
    super(`Intent ${intentId} changed since its state was read. Nothing was recorded.`);
    this.intentId = intentId;
  }
}

/** The plan was revoked; nothing more of it is sent (exit 14). */
export class PlanRevokedError extends Error {
  override readonly name = 'PlanRevokedError';

  constructor(at: string) {
    super(`Not sent: the plan was revoked at ${at}.`);
  }
}

/** A limit on a sum would be exceeded; nothing was sent (exit 14). */
export class SpendingLimitError extends Error {
  override readonly name = 'SpendingLimitError';
  readonly reason: string;
  readonly next: readonly string[];

  /** `movedCents` moved before, `cents` is about to move; `payee` is the payee of a limit per payee. */
  constructor(
    { rule, cents: limitCents, policy }: SpendingLimit,
    {
      movedCents,
      cents,
      payee,
    }: {
      readonly movedCents: number;
      readonly cents: number;
      readonly payee: string | null;
    },
  ) {
    const [limit, moved, more] = [limitCents, movedCents, cents].map(
      (amount) => `$${dollarsText(amount)}`,
    );
    const { period, code } = spendingRules[rule];
    const to = payee === null ? '' : ` to ${payee}`;
    const by = `${rule} of ${policy} is ${limit}`;
    super(
      rule === 'dualApprovalAbove'
        ? `Not sent: ${moved} already moved${to} ${period}, and ${more} more needs an approved plan: ${by}.`
        : `Not sent: ${moved} already moved${to} ${period}, and ${more} more is over the limit: ${by}.`,
    );
    this.reason = code;
    this.next = rule === 'dualApprovalAbove' ? [APPROVED_PLAN] : ['remit policy show'];
  }
}

const spendingRules: Readonly<Record<SpendingRule, { period: string; code: string }>> = {
  maxPerRun: { period: 'in this run', code: 'over_run_limit' },
  maxPerDay: { period: 'today', code: 'over_day_limit' },
  maxPerMonth: { period: 'this month', code: 'over_month_limit' },
  maxPerPayeePerDay: { period: 'today', code: 'over_payee_limit' },
  dualApprovalAbove: { period: 'today', code: 'not_approved' },
};

/** The way to pay with an approval. */
export const APPROVED_PLAN = 'remit run plan, then remit run approve and remit run apply';
