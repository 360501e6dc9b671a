/** The lines of bank statements that earlier matches recorded in the journal as evidence. */

import type { JournalTransfer } from '../../runtime/journal-transfers.ts';
import type { LineMatch, MatchResult } from './matching/match-lines.ts';
import { matchLines } from './matching/match-lines.ts';
import type { ExpectedTransfer, PostedLine } from './matching/transfer.ts';

const PREFIX = 'bank statement: ';

/** Returns the note of a verdict that the lines with these keys are the evidence of. */
export const formatEvidenceNote = (keys: readonly string[]): string =>
  `${PREFIX}${keys.join('; ')}`;

/** Returns the keys of lines in a note, or none. */
const keysIn = (note: string): readonly string[] =>
  note.startsWith(PREFIX) ? note.slice(PREFIX.length).split('; ') : [];

/**
 * Matches lines like `matchLines`, except for those that are recorded as evidence of an intent: one line proves one intent,
 * so each of them belongs to its intent for good.
 */
export function matchUnrecordedLines(
  lines: readonly PostedLine[],
  transfers: readonly ExpectedTransfer[],
  journal: readonly JournalTransfer[],
): MatchResult {
  const intentOf = new Map(
    journal.flatMap(({ intentId, notes }) =>
      notes.flatMap(keysIn).map((key): [string, string] => [key, intentId]),
    ),
  );
  const open = new Set(transfers);
  const recorded: LineMatch[] = [];
  for (const line of lines) {
    const intentId = intentOf.get(line.key);
    if (intentId === undefined) continue;
    const own = [...open].filter((it) => it.intentId === intentId);
    const parts = partsOf(line, own);
    for (const it of parts) open.delete(it);
    recorded.push({
      ...{ line, transfers: parts, status: 'matched' },
      ...{ why: recordedFor(intentId), isAssigned: false },
    });
  }
  const rest = matchLines(
    lines.filter(({ key }) => !intentOf.has(key)),
    [...open],
  );
  return { ...rest, matches: [...recorded, ...rest.matches] };
}

/** Returns the transfer of an intent that has the amount of a line, or all of them if the line is their sum. */
function partsOf(line: PostedLine, own: readonly ExpectedTransfer[]): readonly ExpectedTransfer[] {
  const one = own.find(({ cents }) => cents === line.cents);
  if (one) return [one];
  const sum = own.reduce((all, { cents }) => all + cents, 0);
  return sum === line.cents ? own : [];
}

/** Returns a match after some of its intents were resolved: their lines are recorded as evidence now. */
export const withResolved = (result: MatchResult, resolved: ReadonlySet<string>): MatchResult => ({
  ...result,
  matches: result.matches.map((match) => {
    const intentId = match.transfers.find((it) => resolved.has(it.intentId ?? ''))?.intentId;
    return intentId ? { ...match, status: 'matched', why: recordedFor(intentId) } : match;
  }),
});

const recordedFor = (intentId: string): string => `recorded as the evidence of ${intentId}`;
