import { toDollars } from '../../api/money.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import { compareText } from '../../compare-text.ts';
import type { AmbiguousMatch, LineMatch, MatchResult } from './matching/match-lines.ts';
import type { ExpectedTransfer, PostedLine } from './matching/transfer.ts';

/** The status of a row; `outstanding` alone does not have to be looked at. */
export type MatchStatus =
  | 'matched'
  | 'probable'
  | 'ambiguous'
  /** On the statement, but no known transfer. */
  | 'unrecorded'
  /** A transfer that should be on the statement, and is not. */
  | 'missing'
  /** A transfer that may be on another statement. */
  | 'outstanding'
  /** A request with an unknown outcome that is not on the statement. */
  | 'unresolved';

/** A line, a transfer, or both. Amount in dollars, negative out of the account. */
export interface MatchRow {
  readonly status: MatchStatus;
  readonly date: IsoDate | null;
  readonly amount: number;
  readonly invoiceNumber: string | null;
  readonly party: string | null;
  readonly line: number | null;
  readonly why: string;
  readonly description: string | null;
  /** The most telling id: payment, payable or intent. */
  readonly record: string | null;
  readonly kind: ExpectedTransfer['kind'] | null;
  readonly paymentId: string | null;
  readonly payableId: string | null;
  readonly intentId: string | null;
  readonly transactionId: string | null;
  readonly fundingSourceId: string | null;
  /** The first records that fit an ambiguous line, at most 20. */
  readonly candidates: readonly string[];
}

/** The period of the statement, and whether the business has other bank accounts than those on it. */
export interface RowContext {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly hasOtherBanks: boolean;
}

/** Returns the rows of a match by date, then by line. Transfers that are of no concern to the period are left out. */
export function toMatchRows(result: MatchResult, context: RowContext): readonly MatchRow[] {
  return [
    ...result.matches.flatMap(matchRows),
    ...result.ambiguous.flatMap(ambiguousRows),
    ...result.lines.map((line) => lineRow(line, 'unrecorded', 'no known transfer fits')),
    ...ambiguousTransfers(result).map((it) => transferRow(it, 'ambiguous', 'fits several lines')),
    ...result.transfers.flatMap((it) => openRow(it, context)),
  ].sort(byDate);
}

const byDate = (one: MatchRow, two: MatchRow): number =>
  compareText(one.date ?? '9', two.date ?? '9') ||
  (one.line ?? Number.POSITIVE_INFINITY) - (two.line ?? Number.POSITIVE_INFINITY) ||
  compareText(one.record ?? '', two.record ?? '');

/** Returns a row for each transfer of a line, so that the amounts add up to it. */
function matchRows({ line, transfers, status, why }: LineMatch): readonly MatchRow[] {
  if (transfers.length === 0) return [lineRow(line, status, why)];
  return transfers.map((it) => ({
    ...lineRow(line, status, why),
    ...recordOf(it),
    amount: toDollars(it.cents),
  }));
}

/** The records of an ambiguous line that are named. */
const MAX_CANDIDATES = 20;

function ambiguousRows({ lines, transfers }: AmbiguousMatch): readonly MatchRow[] {
  const candidates = transfers.map(recordId).sort().slice(0, MAX_CANDIDATES);
  const names = transfers.map((it) => it.invoiceNumber ?? recordId(it)).sort();
  const shown = [...names.slice(0, 5), ...(names.length > 5 ? ['…'] : [])].join(', ');
  const why =
    names.length === 1 ? `${shown} fits, and another line` : `${names.length} fit: ${shown}`;
  return lines.map((line) => ({ ...lineRow(line, 'ambiguous', why), candidates }));
}

/** Returns the transfers of ambiguous lines that are more than the lines: not all of them can be on the statement. */
function ambiguousTransfers({ ambiguous }: MatchResult): readonly ExpectedTransfer[] {
  const transfers = new Set(ambiguous.flatMap((it) => it.transfers));
  const lines = ambiguous.flatMap((it) => it.lines);
  return transfers.size > lines.length ? [...transfers] : [];
}

const lineRow = (line: PostedLine, status: MatchStatus, why: string): MatchRow => ({
  status,
  date: line.date,
  amount: toDollars(line.cents),
  ...{ invoiceNumber: null, party: null },
  line: line.line,
  why,
  description: line.text,
  ...{ record: null, kind: null, paymentId: null, payableId: null, intentId: null },
  transactionId: line.transactionId,
  fundingSourceId: line.fundingSourceId,
  candidates: [],
});

const transferRow = (it: ExpectedTransfer, status: MatchStatus, why: string): MatchRow => ({
  status,
  date: it.window?.expected ?? null,
  amount: toDollars(it.cents),
  ...recordOf(it),
  ...{ line: null, why, description: null, transactionId: null },
  fundingSourceId: it.fundingSourceId,
  candidates: [],
});

const recordOf = (it: ExpectedTransfer) => ({
  invoiceNumber: it.invoiceNumber,
  party: it.party,
  record: recordId(it),
  kind: it.kind,
  paymentId: it.paymentId,
  payableId: it.payableId,
  intentId: it.intentId,
});

const recordId = ({ paymentId, payableId, intentId, key }: ExpectedTransfer): string =>
  paymentId ?? payableId ?? intentId ?? key;

/** Returns the row of a transfer without a line, if it concerns the period. */
function openRow(
  it: ExpectedTransfer,
  { from, to, hasOtherBanks }: RowContext,
): readonly MatchRow[] {
  const { window, certainty, fundingSourceId } = it;
  if (certainty === 'possible' || !window || window.to < from || window.from > to) return [];
  if (window.to > to) {
    return [transferRow(it, 'outstanding', `may be posted until ${window.to}`)];
  }
  if (certainty === 'unresolved') {
    return [transferRow(it, 'unresolved', 'not on the statement, which proves nothing')];
  }
  if (window.from < from) {
    return [transferRow(it, 'outstanding', `may have been posted since ${window.from}`)];
  }
  if (hasOtherBanks && fundingSourceId === null) {
    return [transferRow(it, 'outstanding', 'may be of another bank account')];
  }
  return [transferRow(it, 'missing', `expected by ${window.to}, not on the statement`)];
}
