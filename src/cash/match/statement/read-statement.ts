import { decodeText } from '../../../cli/input/decode-text.ts';
import {
  type FileProblem,
  UnreadableFileError,
  unreadable,
} from '../../../cli/input/file-problems.ts';
import { usd } from '../../../render/money.ts';
import type { BankLine, BankStatement, StatementFormat } from './bank-statement.ts';
import type { CsvMapping } from './csv-mapping.ts';
import type { Markup } from './markup.ts';
import type { CsvChoice } from './read-csv.ts';

/** A statement file. */
export interface ReadStatement {
  /** One statement for each account and period in it. */
  readonly statements: readonly BankStatement[];
  /** Sums that do not add up. */
  readonly mismatches: readonly FileProblem[];
  /** Sentences about parts of the file that were left out. */
  readonly notices: readonly string[];
  /** The mapping of a CSV file. */
  readonly mapping?: CsvMapping | undefined;
}

interface Content extends ReadStatement {
  readonly format: StatementFormat;
}

/**
 * Reads a statement; its format is found by its content.
 *
 * @throws {UnreadableFileError} if it cannot be read whole.
 * @throws {UnknownColumnsError} for a CSV file without a mapping.
 */
export async function readStatement(bytes: Uint8Array, csv: CsvChoice): Promise<ReadStatement> {
  const { text } = decodeText(bytes, 'download the statement as OFX, camt.053, BAI2 or CSV');
  const { format, statements, mismatches, notices, mapping } = await contentOf(text, csv);
  const unique = statements.map((statement) =>
    UNIQUE_IDS.has(format) ? withoutRepeats(statement) : { statement, notices: [] },
  );
  return {
    statements: unique.map(({ statement }) => statement),
    notices: [...notices, ...unique.flatMap((it) => it.notices)],
    mismatches: [...mismatches, ...statements.flatMap(balanceMismatch)],
    mapping,
  };
}

async function contentOf(text: string, csv: CsvChoice): Promise<Content> {
  const format = formatOfText(text);
  if (format === 'bai2') {
    const { readBai2 } = await import('./read-bai2.ts');
    return { format, notices: [], ...readBai2(text) };
  }
  if (format === 'camt053') {
    const [{ parseXml }, { readCamt053 }] = await Promise.all([
      import('./parse-xml.ts'),
      import('./read-camt053.ts'),
    ]);
    const { statements, notBooked } = readCamt053(parseXml(text));
    const notices = leftOut(notBooked, 'entry that is not booked', 'entries that are not booked');
    return { format, statements, notices, mismatches: [] };
  }
  if (format === 'csv') {
    const { readCsv } = await import('./read-csv.ts');
    const { statement, ...rest } = readCsv(text, csv);
    return { format, statements: [statement], ...rest };
  }
  const { readOfx } = await import('./read-ofx.ts');
  const { statements, pending } = readOfx(await parseOfx(text, format));
  const notices = leftOut(pending, 'pending transaction', 'pending transactions');
  return { format, statements, notices, mismatches: [] };
}

/** Parses OFX; a file of version 2 that is not XML, which some banks write, as the SGML of version 1. */
async function parseOfx(text: string, format: 'ofx1' | 'ofx2'): Promise<Markup> {
  const { parseSgml } = await import('./parse-sgml.ts');
  if (format === 'ofx1') return parseSgml(text);
  const { parseXml } = await import('./parse-xml.ts');
  try {
    return parseXml(text);
  } catch (error) {
    try {
      return parseSgml(text);
    } catch {
      throw error;
    }
  }
}

const leftOut = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many} left out.`];

/** Returns the format of a text by its beginning; CSV if it has no sign of another one. */
function formatOfText(text: string): StatementFormat {
  const start = text.slice(0, 4_000).trimStart();
  if (/^OFXHEADER\s*:/i.test(start)) return 'ofx1';
  if (/^01,/.test(start)) return 'bai2';
  if (/^(\{1:|:20:)/.test(start)) {
    throw unreadable(
      1,
      'is SWIFT MT940, which is not supported: export it as camt.053, BAI2 or OFX',
    );
  }
  if (!start.startsWith('<')) return 'csv';
  if (/<\?OFX\b/i.test(start)) return 'ofx2';
  const isXml = start.startsWith('<?xml');
  if (/<OFX>/i.test(start)) return isXml ? 'ofx2' : 'ofx1';
  return 'camt053';
}

/** Returns the problem of a statement whose balances and transactions do not add up. */
function balanceMismatch({ opening, closing, lines }: BankStatement): FileProblem[] {
  if (!opening || !closing) return [];
  const moved = lines.reduce((sum, { cents }) => sum + cents, 0);
  if (opening.cents + moved === closing.cents) return [];
  const sum = `${usd(opening.cents)} and ${lines.length} transactions of ${usd(moved)}`;
  return [
    {
      line: closing.line,
      what: `${sum} are ${usd(opening.cents + moved)}, not the closing balance of ${usd(closing.cents)}`,
    },
  ];
}

/**
 * Refuses transactions in other currencies.
 *
 * @throws {UnreadableFileError} with all of them.
 */
export function assertDollars(statements: readonly BankStatement[]): void {
  const problems = statements
    .flatMap(({ lines }) => lines)
    .filter(({ currency }) => currency?.toUpperCase() !== 'USD')
    .map(({ line, currency }) => ({
      line,
      what:
        currency === null ? 'has no currency' : `is in ${currency}: only US dollars are matched`,
    }));
  if (problems.length > 0) throw new UnreadableFileError(problems);
}

/** Formats in which two transactions of one id are one: an id of the others may be that of a batch. */
const UNIQUE_IDS: ReadonlySet<StatementFormat> = new Set(['ofx1', 'ofx2', 'csv']);

/** The number of repeated transactions that are named one by one. */
const MAX_NAMED = 5;

/**
 * Leaves out a transaction that repeats another one: the id of the bank, date, amount and text are equal. Others that
 * share an id are kept.
 */
function withoutRepeats(statement: BankStatement): {
  readonly statement: BankStatement;
  readonly notices: readonly string[];
} {
  const first = new Map<string, BankLine>();
  const repeats: string[] = [];
  const lines = statement.lines.filter((it) => {
    const known = it.transactionId === null ? undefined : first.get(it.transactionId);
    if (it.transactionId !== null && !known) first.set(it.transactionId, it);
    if (!known) return true;
    const isRepeat = known.date === it.date && known.cents === it.cents && known.text === it.text;
    repeats.push(
      isRepeat
        ? `Line ${it.line} repeats line ${known.line} (transaction id ${it.transactionId}): left out.`
        : `Lines ${known.line} and ${it.line} have one transaction id, ${it.transactionId}: both are kept.`,
    );
    return !isRepeat;
  });
  const more = repeats.length - MAX_NAMED;
  return {
    statement: { ...statement, lines },
    notices: [
      ...repeats.slice(0, MAX_NAMED),
      ...(more > 0 ? [`${more} more lines have the transaction id of another one.`] : []),
    ],
  };
}
