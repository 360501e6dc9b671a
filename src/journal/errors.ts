/** Errors of the journal. */

import { dollarsText } from '../contract/money.ts';
import type { FinalOutcome, PaidPayable, StoredIntent } from './intent.ts';

/** The journal cannot be opened, read or written, so nothing that needs it was sent (exit 3). It is never replaced. */
export class JournalUnavailableError extends Error {
  override readonly name = 'JournalUnavailableError';
}

/** An equal request has an unknown outcome, or is being sent right now (exit 14). */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
  readonly intent: StoredIntent;
  readonly isBeingSent: boolean;

  constructor(intent: StoredIntent, { isBeingSent }: { isBeingSent: boolean }) {
    super(
      isBeingSent
        ? `Nothing was sent: another program is sending the same right now, as ${intent.id}.`
        : `Nothing was sent: the same was sent before, as ${intent.id}, and it is not known whether it was applied. Resolve it first.`,
    );
    this.intent = intent;
    this.isBeingSent = isBeingSent;
  }
}

/** The row of a file was created before, and the file is unfinished or ended less than a day ago (exit 14). */
export class RowAlreadyCreatedError extends Error {
  override readonly name = 'RowAlreadyCreatedError';
  readonly intent: StoredIntent;

  constructor(intent: StoredIntent) {
    super(`Nothing was sent: this row was created before, as ${intent.id}.`);
    this.intent = intent;
  }
}

/** An outgoing amount is not a whole number of cents above zero; nothing was sent (exit 14). */
export class NonPositiveAmountError extends Error {
  override readonly name = 'NonPositiveAmountError';

  constructor(cents: number) {
    super(`Nothing was sent: an amount is more than zero, not ${dollarsText(cents)}.`);
  }
}

/** An equal request was applied before, and no override allows a repeat (exit 14). */
export class DuplicateError extends Error {
  override readonly name = 'DuplicateError';
  readonly intent: StoredIntent;
  /** The payables of the draft that it paid. */
  readonly paid: readonly PaidPayable[];

  constructor(intent: StoredIntent, paid: readonly PaidPayable[]) {
    super(`Nothing was sent: the same was done before, as ${intent.id} at ${intent.createdAt}.`);
    this.intent = intent;
    this.paid = paid;
  }
}

/** A known outcome could not be recorded (exit 13). The result is printed anyway. */
export class JournalWriteError extends Error {
  override readonly name = 'JournalWriteError';
  readonly intentId: string;
  readonly outcome: FinalOutcome;

  constructor(intentId: string, outcome: FinalOutcome, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`The outcome of ${intentId} (${outcome}) could not be written to the journal: ${why}.`, {
      cause,
    });
    this.intentId = intentId;
    this.outcome = outcome;
  }
}

/** A verdict does not apply: the intent does not exist, its outcome is known, or it is being sent. */
export class NothingToResolveError extends Error {
  override readonly name = 'NothingToResolveError';
}

/** The daily limit would be exceeded; nothing was sent (exit 14). */
export class DayLimitError extends Error {
  override readonly name = 'DayLimitError';

  constructor(limitCents: number, movedCents: number) {
    const [limit, moved] = [limitCents, movedCents].map((cents) => `$${dollarsText(cents)}`);
    super(`Nothing was sent: ${moved} of the ${limit} that may move in a day have moved already.`);
  }
}
