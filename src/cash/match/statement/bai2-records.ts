import { quoted, unreadable } from '../../../cli/input/file-problems.ts';

/** A record of a BAI2 file with its continuations. */
export interface Bai2Record {
  /** `01`, `02`, `03`, `16`, `49`, `98` or `99`. */
  readonly code: string;
  /** The line of the file that it begins on, from 1. */
  readonly line: number;
  /** Everything after the code, without the `/` at the end. */
  readonly body: string;
  /** The bodies of its continuations (88). */
  readonly more: readonly string[];
  /** Its physical records: itself and its continuations. */
  readonly count: number;
}

/**
 * Splits a BAI2 file into its records. Several records on one line, and a text that is wrapped without a continuation
 * record, are accepted, since banks write both.
 *
 * @throws {UnreadableFileError} for a line that belongs to no record.
 */
export function readBai2Records(text: string): readonly Bai2Record[] {
  const records: OpenRecord[] = [];
  for (const piece of piecesOf(text)) add(records, piece);
  return records;
}

interface OpenRecord extends Bai2Record {
  readonly more: string[];
  count: number;
}

interface Piece {
  readonly text: string;
  readonly line: number;
}

const piecesOf = (text: string): readonly Piece[] =>
  text.split(/\r\n|\r|\n/).flatMap((whole, at) => {
    if (whole.length > LONGEST) {
      throw unreadable(at + 1, `a line is longer than ${LONGEST} characters`);
    }
    return whole
      .split(/(?<=\/)[ \t]+(?=(?:01|02|03|16|49|88|98|99),)/)
      .map((it) => ({ text: it.trim(), line: at + 1 }))
      .filter((it) => it.text !== '');
  });

/** The longest line in characters: most banks write 80. */
const LONGEST = 65_536;

function add(records: OpenRecord[], { text, line }: Piece): void {
  const last = records.at(-1);
  const [, code, body = ''] = /^(01|02|03|16|49|88|98|99),(.*)$/s.exec(text) ?? [];
  if (code === undefined) {
    if (last?.code !== '16') throw unreadable(line, `${quoted(text)} is not a BAI2 record`);
    last.more.push(withoutEnd(text));
    return;
  }
  if (code !== '88') {
    records.push({ code, line, body: withoutEnd(body), more: [], count: 1 });
    return;
  }
  if (!last) throw unreadable(line, 'a continuation (88) follows no record');
  last.more.push(withoutEnd(body));
  last.count++;
}

/** Removes the `/` that ends a record; one within a text stays. */
const withoutEnd = (record: string): string => record.trim().replace(/\/$/, '');

/** Returns the fields of a record and its continuations, trimmed. */
export const bai2Fields = ({ body, more }: Bai2Record): string[] =>
  [body, ...more].flatMap((it) => it.split(',')).map((it) => it.trim());
