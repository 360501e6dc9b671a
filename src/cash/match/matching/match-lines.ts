import { businessDaysBetween } from '../../../api/ach/calendar.ts';
import { groupBy } from '../../../group-by.ts';
import { bestAssignment, HIGHEST_COST } from './best-assignment.ts';
import { matchSums } from './match-sums.ts';
import { StatementText } from './text-evidence.ts';
import { type ExpectedTransfer, isSameAccount, isWithin, type PostedLine } from './transfer.ts';

/** A line and its transfer, several if the line is their sum, or none if the line is known from the journal alone. */
export interface LineMatch {
  readonly line: PostedLine;
  readonly transfers: readonly ExpectedTransfer[];
  readonly status: 'matched' | 'probable';
  /** The evidence, in words. */
  readonly why: string;
  /** Whether the line has the id that the service assigned to its transfer. */
  readonly isAssigned: boolean;
}

/** Lines of one amount, and the transfers that fit them equally well. */
export interface AmbiguousMatch {
  readonly lines: readonly PostedLine[];
  readonly transfers: readonly ExpectedTransfer[];
}

/** The result of a match. Every line and every transfer is in one of its parts; a transfer may be ambiguous twice. */
export interface MatchResult {
  readonly matches: readonly LineMatch[];
  readonly ambiguous: readonly AmbiguousMatch[];
  readonly lines: readonly PostedLine[];
  readonly transfers: readonly ExpectedTransfer[];
}

/**
 * Matches lines and transfers of equal amount one to one, in passes from the strongest evidence to the weakest: an
 * identifier in the text; then date and name; then the date alone; then the sum of a batch or of a day. In each pass the
 * assignment with the most pairs and the least distance from the expected dates is taken, as far as it is unique.
 *
 * A transfer that was certainly made comes before one with an unknown outcome, which comes before one that failed, so that a
 * line proves an unknown outcome only if nothing else explains it. The result does not depend on the order of the input.
 */
export function matchLines(
  lines: readonly PostedLine[],
  transfers: readonly ExpectedTransfer[],
): MatchResult {
  const open = new OpenItems(lines, transfers);
  for (const certainty of CERTAINTIES) open.pass(certainty, byIdentifier);
  for (const certainty of CERTAINTIES) {
    open.pass(certainty, byName);
    open.pass(certainty, byDate);
    open.passSums(certainty);
  }
  return open.result();
}

const CERTAINTIES = ['made', 'unresolved', 'possible'] as const;

interface Evidence {
  readonly status: LineMatch['status'];
  /** Business days from the expected date, absolute. */
  readonly distance: number;
  readonly why: string;
  readonly isAssigned: boolean;
}

/** A line that may be a transfer, and their numbers among those of one amount. */
interface Candidate extends Evidence {
  readonly line: PostedLine;
  readonly transfer: ExpectedTransfer;
  readonly row: number;
  readonly column: number;
}

/** Finds the evidence that a line, whose text is `text`, is a transfer. */
type FindEvidence = (
  line: PostedLine,
  transfer: ExpectedTransfer,
  text: StatementText,
) => Evidence | undefined;

const byIdentifier: FindEvidence = (line, transfer, text) => {
  const { identifiers, window } = transfer;
  if (window && line.date < window.from) return undefined;
  const found = identifiers.find(({ value }) => text.hasIdentifier(value));
  if (!found) return undefined;
  const distance = window ? Math.abs(businessDaysBetween(window.expected, line.date)) : 0;
  return {
    ...{ status: 'matched', distance, why: `amount and ${found.what}` },
    isAssigned: found.isAssigned,
  };
};

const byName: FindEvidence = (line, transfer, text) =>
  transfer.party !== null && text.hasName(transfer.party)
    ? onDate(line, transfer, 'amount, name and date')
    : undefined;

const byDate: FindEvidence = (line, transfer) => onDate(line, transfer, 'amount and date only');

function onDate(
  line: PostedLine,
  transfer: ExpectedTransfer,
  evidence: string,
): Evidence | undefined {
  if (!transfer.window || !isWithin(line.date, transfer.window)) return undefined;
  const days = businessDaysBetween(transfer.window.expected, line.date);
  return {
    ...{ status: 'probable', distance: Math.abs(days), why: `${evidence}${offsetText(days)}` },
    isAssigned: false,
  };
}

/** Returns the distance from the expected date as the end of a sentence; empty if there is none. */
function offsetText(days: number): string {
  if (days === 0) return '';
  const count = Math.abs(days) === 1 ? '1 business day' : `${Math.abs(days)} business days`;
  return `, ${count} ${days < 0 ? 'before' : 'after'} the expected date`;
}

/** The most candidates of one amount that are compared; beyond, all of them are ambiguous. */
const MAX_CANDIDATES = 250_000;

class OpenItems {
  readonly #lines: Set<PostedLine>;
  readonly #transfers: Set<ExpectedTransfer>;
  readonly #texts: ReadonlyMap<PostedLine, StatementText>;
  readonly #matches: LineMatch[] = [];
  readonly #ambiguous: AmbiguousMatch[] = [];

  constructor(lines: readonly PostedLine[], transfers: readonly ExpectedTransfer[]) {
    this.#lines = new Set(lines);
    this.#transfers = new Set(transfers);
    this.#texts = new Map(lines.map((it) => [it, new StatementText(it.text)]));
  }

  pass(certainty: ExpectedTransfer['certainty'], find: FindEvidence): void {
    const byAmount = groupBy(this.#transfersOf(certainty), ({ cents }) => cents);
    for (const [cents, lines] of groupBy([...this.#lines], (it) => it.cents)) {
      const transfers = byAmount.get(cents);
      if (transfers) this.#matchAlike(lines, transfers, find);
    }
  }

  passSums(certainty: ExpectedTransfer['certainty']): void {
    const found = matchSums([...this.#lines], this.#transfersOf(certainty));
    for (const { line, transfers, why } of found.certain) {
      this.#keep({ line, transfers, status: 'probable', why, isAssigned: false });
    }
    for (const { line, transfers } of found.ambiguous) this.#keepAmbiguous([line], transfers);
  }

  result(): MatchResult {
    return {
      matches: this.#matches,
      ambiguous: this.#ambiguous,
      lines: [...this.#lines],
      transfers: [...this.#transfers],
    };
  }

  #transfersOf(certainty: ExpectedTransfer['certainty']): readonly ExpectedTransfer[] {
    return [...this.#transfers].filter((it) => it.certainty === certainty);
  }

  #matchAlike(
    lines: readonly PostedLine[],
    transfers: readonly ExpectedTransfer[],
    find: FindEvidence,
  ): void {
    const found = this.#candidates(lines, transfers, find);
    if (!found) {
      this.#keepAmbiguous(lines, transfers);
      return;
    }
    const [only] = found;
    if (!only) return;
    if (found.length === 1) {
      this.#keep({ ...only, transfers: [only.transfer] });
      return;
    }
    const pairs = found.map(({ row, column, distance }) => ({
      ...{ row, column },
      cost: Math.min(distance ** 2, HIGHEST_COST),
    }));
    const byPair = new Map(pairs.map(({ row, column }, at) => [`${row} ${column}`, found[at]]));
    const { certain, ambiguous } = bestAssignment(pairs);
    for (const { row, column } of certain) {
      const pair = byPair.get(`${row} ${column}`);
      if (pair) this.#keep({ ...pair, transfers: [pair.transfer] });
    }
    for (const { row, columns } of ambiguous) {
      this.#keepAmbiguous(
        lines.filter((_, at) => at === row),
        columns.flatMap((it) => transfers[it] ?? []),
      );
    }
  }

  /** Returns the pairs with evidence; `undefined` if there are too many. */
  #candidates(
    lines: readonly PostedLine[],
    transfers: readonly ExpectedTransfer[],
    find: FindEvidence,
  ): readonly Candidate[] | undefined {
    const found: Candidate[] = [];
    for (const [row, line] of lines.entries()) {
      const text = this.#texts.get(line) ?? new StatementText(line.text);
      for (const [column, transfer] of transfers.entries()) {
        const evidence = isSameAccount(line, transfer) && find(line, transfer, text);
        if (evidence) found.push({ ...evidence, line, transfer, row, column });
      }
      if (found.length > MAX_CANDIDATES) return undefined;
    }
    return found;
  }

  #keep({ line, transfers, status, why, isAssigned }: LineMatch): void {
    this.#matches.push({ line, transfers, status, why, isAssigned });
    this.#lines.delete(line);
    for (const it of transfers) this.#transfers.delete(it);
  }

  #keepAmbiguous(lines: readonly PostedLine[], transfers: readonly ExpectedTransfer[]): void {
    this.#ambiguous.push({ lines, transfers });
    for (const it of lines) this.#lines.delete(it);
    for (const it of transfers) this.#transfers.delete(it);
  }
}
