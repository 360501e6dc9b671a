import { dollarsText } from '../contract/money.ts';
import type { FinalOutcome, PaidPayable, StoredIntent } from './intent.ts';

/** The journal cannot be opened, read or written: nothing that needs it was sent (exit 3). It is never replaced. */
export class JournalUnavailableError extends Error {
  override readonly name = 'JournalUnavailableError';
}

/** The same thing was sent before and it is not known what became of it, or it is being sent right now (exit 14). */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
  readonly intent: StoredIntent;
  readonly isBeingSent: boolean;

  constructor(intent: StoredIntent, { isBeingSent }: { isBeingSent: boolean }) {
    super(
      isBeingSent
        ? `Not sent: another process is sending the same request (${intent.id}).`
        : `Not sent: the same request was sent before (${intent.id}) and its outcome is unknown. Resolve it first.`,
    );
    this.intent = intent;
    this.isBeingSent = isBeingSent;
  }
}

/** The row of a file was created before, and the file has not ended, or not long ago (exit 14). */
export class RowAlreadyCreatedError extends Error {
  override readonly name = 'RowAlreadyCreatedError';
  readonly intent: StoredIntent;

  constructor(intent: StoredIntent) {
    super(`Not sent: this row was already created (${intent.id}).`);
    this.intent = intent;
  }
}

/** Money that leaves is a whole number of cents above zero (exit 14): nothing was sent. */
export class NonPositiveAmountError extends Error {
  override readonly name = 'NonPositiveAmountError';

  constructor(cents: number) {
    super(`Not sent: an amount must be more than zero, not ${dollarsText(cents)}.`);
  }
}

/** The same thing was done before, and nothing says that it may be done again (exit 14). */
export class DuplicateError extends Error {
  override readonly name = 'DuplicateError';
  readonly intent: StoredIntent;
  /** What it paid of the payables that were to be paid now. */
  readonly paid: readonly PaidPayable[];

  constructor(intent: StoredIntent, paid: readonly PaidPayable[]) {
    const what = intent.operation.startsWith('pay.') ? 'this payment' : 'this request';
    const at = intent.createdAt.slice(0, 16).replace('T', ' ');
    super(`Not sent: ${what} was already made on ${at} UTC (${intent.id}).`);
    this.intent = intent;
    this.paid = paid;
  }
}

/** What became of it is known and could not be written down (exit 13). The result is to be printed all the same. */
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

/** There is nothing for a verdict to settle: no such intent, or it is known what became of it, or it is being sent. */
export class NothingToResolveError extends Error {
  override readonly name = 'NothingToResolveError';
}

/** The day has had its limit (exit 14): nothing was sent. */
export class DayLimitError extends Error {
  override readonly name = 'DayLimitError';

  constructor(limitCents: number, movedCents: number) {
    const [limit, moved] = [limitCents, movedCents].map((cents) => `$${dollarsText(cents)}`);
    super(`Not sent: ${moved} of the daily limit of ${limit} already moved.`);
  }
}
