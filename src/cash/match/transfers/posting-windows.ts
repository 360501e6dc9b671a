import {
  addBusinessDays,
  addDays,
  newYorkDate,
  nextBusinessDay,
  subtractBusinessDays,
} from '../../../api/ach/calendar.ts';
import { windowAt, withdrawalWindowAt } from '../../../api/ach/cut-off.ts';
import type { IsoDate } from '../../../api/schema/field-types.ts';
import type { PostingWindow } from '../matching/transfer.ts';

/** Business days from the start of a standard payment to its settlement, for one whose start is not known. */
const LONGEST_CLEARING = 4;

/** Converts the dates of transfers to windows that end `slack` business days after the expected date. */
export class PostingDates {
  readonly #slack: number;

  constructor(slack: number) {
    this.#slack = slack;
  }

  /** A payment that was sent at an instant and has not settled yet, as far as it is known. */
  sentPayment(sentAt: Date): PostingWindow {
    return this.#window(newYorkDate(sentAt), newYorkDate(windowAt('standard', sentAt).settleAt));
  }

  /** A withdrawal that was requested at an instant. */
  withdrawal(requestedAt: Date): PostingWindow {
    const { settleAt } = withdrawalWindowAt(requestedAt);
    return this.#window(newYorkDate(requestedAt), newYorkDate(settleAt));
  }

  /**
   * A payment that ended on a date: it settled or was returned. It may have been debited since it was sent; if that was
   * long before, it was scheduled.
   */
  endedPayment(on: IsoDate, sentAt: Date | undefined): PostingWindow {
    const earliest = subtractBusinessDays(on, LONGEST_CLEARING);
    const sent = sentAt === undefined ? earliest : newYorkDate(sentAt);
    return this.#window(sent > earliest && sent <= on ? sent : earliest, on);
  }

  /** A payment that was returned on a date, up to 60 days after it settled: it was debited since it was sent or approved. */
  returnedPayment(on: IsoDate, since: Date | undefined): PostingWindow {
    const from = since && newYorkDate(since);
    return from && from <= on ? this.#window(from, on) : this.endedPayment(on, undefined);
  }

  returnedOn(on: IsoDate): PostingWindow {
    return this.#window(addDays(on, -1), on);
  }

  #window(from: IsoDate, expected: IsoDate): PostingWindow {
    return { from, expected, to: addBusinessDays(nextBusinessDay(expected), this.#slack) };
  }
}
