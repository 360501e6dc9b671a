/** Bank statements, as every reader returns them, and the problems that readers report. */

import type { IsoDate } from '../../../api/schema/field-types.ts';
import {
  cleanText,
  type FileProblem,
  UnreadableFileError,
} from '../../../cli/input/file-problems.ts';

export type StatementFormat = 'ofx1' | 'ofx2' | 'camt053' | 'bai2' | 'csv';

/** The booked transactions of one bank account. Amounts in integer cents. */
export interface BankStatement {
  /** The account as the bank writes it; `null` if the format has none. */
  readonly account: string | null;
  /** The bank's routing number as the bank writes it; `null` if the format has none. */
  readonly routingNumber: string | null;
  /** The first and the last day of the period; `null` if the file does not state it. */
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  readonly opening: StatedBalance | null;
  readonly closing: StatedBalance | null;
  /** In the order of the file. */
  readonly lines: readonly BankLine[];
}

/** A balance, and the line of the file that states it. */
export interface StatedBalance {
  readonly cents: number;
  readonly line: number;
}

export interface BankLine {
  /** The line of the file that it begins on, from 1. */
  readonly line: number;
  /** The date on which the bank posted it. */
  readonly date: IsoDate;
  /** Integer cents: positive into the account, negative out of it. */
  readonly cents: number;
  /** ISO 4217; `null` if the file does not state it. */
  readonly currency: string | null;
  /** The bank's own id of the transaction; `null` if it has none. */
  readonly transactionId: string | null;
  /** Names, memos and references in one line, without control characters. */
  readonly text: string;
}

/** Collects the problems of single transactions, so that all of them are reported at once. */
export class ProblemList {
  readonly #problems: FileProblem[] = [];

  /** Runs `read`; returns `undefined` if it throws a `UnreadableFileError`, whose problems are added. */
  attempt<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      this.#problems.push(...error.problems);
      return undefined;
    }
  }

  /**
   * Does nothing without problems.
   *
   * @throws {UnreadableFileError} with all of them.
   */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new UnreadableFileError(this.#problems);
  }
}

/** Joins the texts of a transaction to one line: no control characters, no repeated part, single spaces. */
export function joinTexts(...parts: readonly (string | null | undefined)[]): string {
  const texts = parts.map((it) => cleanText(it ?? '')).filter((it) => it !== '');
  return texts.filter((it, at) => texts.indexOf(it) === at).join(' ');
}
