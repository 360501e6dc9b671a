/** Lines of a bank statement that are the sum of several transfers: banks may debit a batch, or a day, as one. */

import { groupBy } from '../../../group-by.ts';
import { type ExpectedTransfer, isSameAccount, isWithin, type PostedLine } from './transfer.ts';

export interface SumMatch {
  readonly line: PostedLine;
  readonly transfers: readonly ExpectedTransfer[];
  readonly why: string;
}

/** Sums that fit exactly one line, and lines that several sums fit or that are not the only one for their sum. */
export interface SumMatches {
  readonly certain: readonly SumMatch[];
  readonly ambiguous: readonly Omit<SumMatch, 'why'>[];
}

/** Finds the lines that equal the sum of all payments of one batch, or of one bank account on one settlement date. */
export function matchSums(
  lines: readonly PostedLine[],
  transfers: readonly ExpectedTransfer[],
): SumMatches {
  const groups = groupsOf(transfers.filter(({ kind }) => kind === 'payment'));
  const byAmount = groupBy(lines, ({ cents }) => cents);
  const pairs = groups.flatMap((group) =>
    (byAmount.get(group.cents) ?? [])
      .filter((line) => mayBe(line, group))
      .map((line) => ({ line, group })),
  );
  const isUnique = ({ line, group }: (typeof pairs)[number]) =>
    pairs.every((it) => (it.line === line) === (it.group === group) && noneShared(it, group));
  const noneShared = (it: (typeof pairs)[number], group: Group) =>
    it.group === group || !it.group.transfers.some((one) => group.transfers.includes(one));
  const certain = pairs.filter(isUnique);
  const left = lines.filter(
    (line) => pairs.some((it) => it.line === line) && !certain.some((it) => it.line === line),
  );
  return {
    certain: certain.map(({ line, group }) => ({
      line,
      transfers: group.transfers,
      why: `amount is the sum of ${group.transfers.length} payments ${group.what}`,
    })),
    ambiguous: left.map((line) => ({
      line,
      transfers: [...new Set(pairs.flatMap((it) => (it.line === line ? it.group.transfers : [])))],
    })),
  };
}

/** Transfers that a bank may post as one. */
interface Group {
  readonly transfers: readonly ExpectedTransfer[];
  readonly what: string;
  readonly cents: number;
}

/** Returns the groups of two or more transfers; one that is both a batch and a day counts once. */
function groupsOf(transfers: readonly ExpectedTransfer[]): readonly Group[] {
  const batches = groupBy(
    transfers.filter(({ batch }) => batch !== null),
    ({ batch }) => `of batch ${batch}`,
  );
  const days = groupBy(
    transfers.filter(({ window }) => window !== null),
    ({ window, fundingSourceId }) =>
      `due to settle on ${window?.expected}${fundingSourceId === null ? '' : ` from ${fundingSourceId}`}`,
  );
  const all = [...batches, ...days].map(([what, parts]) => ({
    what,
    transfers: parts,
    cents: parts.reduce((sum, { cents }) => sum + cents, 0),
  }));
  const keyOf = (it: Group) =>
    it.transfers
      .map(({ key }) => key)
      .sort()
      .join('\n');
  const keys = all.map(keyOf);
  return all.filter((it, at) => it.transfers.length > 1 && keys.indexOf(keyOf(it)) === at);
}

/** Reports whether a line is within the dates of all transfers of a group, and of their account. */
const mayBe = (line: PostedLine, { transfers }: Group): boolean =>
  transfers.every((it) => it.window && isWithin(line.date, it.window) && isSameAccount(line, it));
