import type { IsoDate } from '../../../api/schema/field-types.ts';
import { type FileProblem, quoted, unreadable } from '../../../cli/input/file-problems.ts';
import { usd } from '../../../render/money.ts';
import { parseShortDate, parseWholeCents } from './amounts-and-dates.ts';
import { type Bai2Record, bai2Fields, readBai2Records } from './bai2-records.ts';
import {
  type BankLine,
  type BankStatement,
  joinTexts,
  ProblemList,
  type StatedBalance,
} from './bank-statement.ts';

/** Statements of a BAI2 file, and its control totals that do not add up. */
export interface Bai2Content {
  readonly statements: readonly BankStatement[];
  readonly mismatches: readonly FileProblem[];
}

/**
 * Reads a BAI2 file. Its transactions have the as-of date of their group.
 *
 * @throws {UnreadableFileError} with all problems of its transactions, or for records in a wrong order.
 */
export function readBai2(text: string): Bai2Content {
  const records = readBai2Records(text);
  const [header] = records;
  if (header?.code !== '01') throw unreadable(1, 'does not begin with a file header (01)');
  const version = bai2Fields(header)[7];
  if (version !== '2')
    throw unreadable(header.line, `BAI version ${quoted(version ?? '')} is not 2`);
  const reading = new Bai2Reading();
  for (const it of records.slice(1)) reading.add(it);
  return reading.end(header);
}

/** The sum and the physical records of a file, a group or an account, as its trailer states them. */
interface Control {
  cents: number;
  records: number;
  parts: number;
}

interface Group extends Control {
  readonly date: IsoDate;
  readonly currency: string;
}

interface Account extends Control {
  readonly header: Bai2Record;
  readonly id: string;
  readonly currency: string;
  readonly date: IsoDate;
  /** Amounts in cents by their summary type code. */
  readonly summaries: ReadonlyMap<string, number>;
  readonly lines: BankLine[];
}

class Bai2Reading {
  readonly #file: Control = { cents: 0, records: 0, parts: 0 };
  #group: Group | undefined;
  #account: Account | undefined;
  #isEnded = false;
  readonly #statements: BankStatement[] = [];
  readonly #mismatches: FileProblem[] = [];
  readonly #problems = new ProblemList();

  /** Adds a record. Throws for one that cannot follow those before it. */
  add(record: Bai2Record): void {
    if (this.#isEnded) {
      throw unreadable(record.line, `a record (${record.code}) follows the file trailer (99)`);
    }
    const isTaken = this.#account
      ? this.#addWithin(record, this.#account)
      : this.#addOutside(record, this.#group);
    if (!isTaken)
      throw unreadable(record.line, `a record of type ${record.code} is not expected here`);
  }

  /** Adds a record within an account; returns `false` if it cannot be there. */
  #addWithin(record: Bai2Record, account: Account): boolean {
    if (record.code === '16') this.#addTransaction(record, account);
    else if (record.code === '49') this.#endAccount(record, account);
    else return false;
    return true;
  }

  #addOutside(record: Bai2Record, group: Group | undefined): boolean {
    if (record.code === '02' && !group) this.#group = groupOf(record);
    else if (record.code === '03' && group) this.#account = accountOf(record, group);
    else if (record.code === '98' && group) this.#endGroup(record, group);
    else if (record.code === '99' && !group) this.#endFile(record);
    else return false;
    return true;
  }

  /**
   * Returns what was read.
   *
   * @throws {UnreadableFileError} with all problems, or if the file is incomplete.
   */
  end(header: Bai2Record): Bai2Content {
    this.#problems.throwIfAny();
    if (!this.#isEnded) throw unreadable(header.line, 'has no file trailer (99): it is incomplete');
    return { statements: this.#statements, mismatches: this.#mismatches };
  }

  #addTransaction(record: Bai2Record, account: Account): void {
    account.records += record.count;
    const read = this.#problems.attempt(() => transactionOf(record, account));
    account.cents += read?.amount ?? 0;
    if (read?.line) account.lines.push(read.line);
  }

  #endAccount(record: Bai2Record, account: Account): void {
    account.records += record.count + account.header.count;
    this.#compare(record, account, 'account');
    this.#mismatches.push(...totalMismatches(account));
    this.#statements.push(statementOf(account));
    if (this.#group) addTotals(this.#group, account);
    this.#account = undefined;
  }

  #endGroup(record: Bai2Record, group: Group): void {
    group.records += record.count + 1;
    this.#compare(record, group, 'group');
    addTotals(this.#file, group);
    this.#group = undefined;
  }

  #endFile(record: Bai2Record): void {
    this.#file.records += record.count + 1;
    this.#compare(record, this.#file, 'file');
    this.#isEnded = true;
  }

  /** Compares a trailer with what was read: its control total, and its number of records. */
  #compare(record: Bai2Record, { cents, records, parts }: Control, what: string): void {
    const [total = '', ...counts] = bai2Fields(record);
    const stated = this.#problems.attempt(() =>
      total === '' ? 0 : parseWholeCents(total, record.line),
    );
    const wrong = (why: string) => this.#mismatches.push({ line: record.line, what: why });
    if (stated !== undefined && stated !== cents) {
      wrong(`the amounts of this ${what} add up to ${cents}, not to its control total ${stated}`);
    }
    const [first = '', second = ''] = counts;
    const [statedParts, statedRecords] = what === 'account' ? ['', first] : [first, second];
    const differs = (text: string, count: number) => text !== '' && Number(text) !== count;
    if (differs(statedParts, parts)) wrong(`this ${what} has ${parts} parts, not ${statedParts}`);
    if (differs(statedRecords, records)) {
      wrong(`this ${what} has ${records} records, not ${statedRecords}`);
    }
  }
}

function addTotals(to: Control, part: Control): void {
  to.cents += part.cents;
  to.records += part.records;
  to.parts++;
}

function groupOf(record: Bai2Record): Group {
  const [, , status = '', date = '', , currency = ''] = bai2Fields(record);
  if (status !== '1') {
    throw unreadable(
      record.line,
      `a group of status ${quoted(status)} is not supported, only 1 (update)`,
    );
  }
  return {
    date: parseShortDate(date, record.line),
    currency: currency || 'USD',
    ...{ cents: 0, records: 0, parts: 0 },
  };
}

function accountOf(header: Bai2Record, { date, currency: ofGroup }: Group): Account {
  const [id = '', currency = '', ...rest] = bai2Fields(header);
  if (id === '') throw unreadable(header.line, 'an account (03) has no number');
  const summaries = new Map<string, number>();
  let cents = 0;
  const fields = new FieldReader(rest);
  while (!fields.isAtEnd()) {
    const type = fields.next();
    // Banks pad a record with empty fields.
    if (type === '') continue;
    const amount = fields.next();
    fields.next();
    fields.skipFunds();
    if (amount === '') continue;
    const value = parseWholeCents(amount, header.line);
    if (!summaries.has(type)) summaries.set(type, value);
    cents += value;
  }
  return {
    ...{ header, id, date, summaries, cents, lines: [], records: 0, parts: 0 },
    currency: currency || ofGroup,
  };
}

/** Reads the fields of a record one after the other, trimmed; beyond the end they are empty. */
class FieldReader {
  readonly #fields: readonly string[];
  #at = 0;

  constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  next(): string {
    return (this.#fields[this.#at++] ?? '').trim();
  }

  /** Skips a funds type and its fields: V has a date and a time, S three amounts, D a count and pairs. */
  skipFunds(): void {
    const type = this.next().toUpperCase();
    if (type === 'V') this.#at += 2;
    if (type === 'S') this.#at += 3;
    if (type === 'D') {
      const pairs = Number(this.next());
      this.#at += 2 * (Number.isSafeInteger(pairs) && pairs > 0 ? pairs : 0);
    }
  }

  isAtEnd(): boolean {
    return this.#at >= this.#fields.length;
  }

  rest(): readonly string[] {
    return this.#fields.slice(this.#at);
  }
}

/** Returns the amount that counts for the control total, and the line unless the record holds no transaction. */
function transactionOf(
  record: Bai2Record,
  { currency, date }: Account,
): { readonly amount: number; readonly line: BankLine | undefined } {
  const { line } = record;
  const own = new FieldReader(record.body.split(','));
  const type = own.next();
  const amount = own.next();
  own.skipFunds();
  // The references may be in a continuation; a text that follows them goes on in it.
  const isCut = own.isAtEnd();
  const fields = isCut ? new FieldReader(record.more.flatMap((it) => it.split(','))) : own;
  const [bankReference, customerReference] = [fields.next(), fields.next()];
  const text = isCut ? fields.rest() : [fields.rest().join(','), ...record.more];
  const sign = signOf(type, line);
  const cents = amount === '' ? 0 : parseWholeCents(amount, line);
  if (sign === 0 || (cents === 0 && amount === '')) return { amount: cents, line: undefined };
  return {
    amount: cents,
    line: {
      ...{ line, date, currency },
      cents: cents === 0 ? 0 : sign * cents,
      transactionId: bankReference || null,
      text: joinTexts(...text, customerReference, bankReference),
    },
  };
}

/** Returns 1 for a credit, -1 for a debit, and 0 for a record without a transaction (890), by the type code. */
function signOf(type: string, line: number): 1 | -1 | 0 {
  const code = /^\d{3}$/.test(type) ? Number(type) : 0;
  if (code === 890) return 0;
  if ((code >= 100 && code <= 399) || (code >= 920 && code <= 959)) return 1;
  if ((code >= 400 && code <= 699) || (code >= 960 && code <= 999)) return -1;
  throw unreadable(line, `the type code ${quoted(type)} is neither a credit nor a debit`);
}

/** Compares the totals of credits (100) and debits (400) with the transactions. */
function totalMismatches({ summaries, lines, header }: Account): FileProblem[] {
  const sumOf = (sign: number) =>
    lines.reduce((sum, { cents }) => sum + (cents * sign > 0 ? cents * sign : 0), 0);
  return (
    [
      ['100', 'credits', sumOf(1)],
      ['400', 'debits', sumOf(-1)],
    ] as const
  ).flatMap(([code, what, sum]) => {
    const stated = summaries.get(code);
    if (stated === undefined || stated === sum) return [];
    return [
      {
        line: header.line,
        what: `the ${what} of this account add up to ${usd(sum)}, not to its total of ${usd(stated)}`,
      },
    ];
  });
}

function statementOf({ header, id, date, summaries, lines }: Account): BankStatement {
  const balance = (code: string): StatedBalance | null => {
    const cents = summaries.get(code);
    return cents === undefined ? null : { cents, line: header.line };
  };
  return {
    account: id,
    routingNumber: null,
    from: date,
    to: date,
    opening: balance('010'),
    closing: balance('015'),
    lines,
  };
}
