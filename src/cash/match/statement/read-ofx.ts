import { quoted, unreadable } from '../../../cli/input/file-problems.ts';
import { parseCompactDate, parseSignedCents } from './amounts-and-dates.ts';
import { type BankLine, type BankStatement, joinTexts, ProblemList } from './bank-statement.ts';
import { findAll, findFirst, type Markup, textAt } from './markup.ts';

/** Statements of an OFX file, and the number of its transactions that are still pending. */
export interface OfxContent {
  readonly statements: readonly BankStatement[];
  readonly pending: number;
}

/**
 * Reads the bank and credit card statements of an OFX document, version 1 or 2.
 *
 * @throws {UnreadableFileError} with all problems of its transactions, or for a file without a statement.
 */
export function readOfx(root: Markup): OfxContent {
  const found = findAll(root, ['SONRS', 'STMTTRNRS', 'CCSTMTTRNRS', 'STMTRS', 'CCSTMTRS']);
  for (const it of found) refuseFailure(it);
  const bodies = found.flatMap((it) => findAll({ ...it, children: [it] }, ['STMTRS', 'CCSTMTRS']));
  if (bodies.length === 0) {
    throw unreadable(root.line, 'has no bank statement (STMTRS or CCSTMTRS)');
  }
  const problems = new ProblemList();
  const statements = bodies.flatMap(
    (it) => problems.attempt(() => statementOf(it, problems)) ?? [],
  );
  problems.throwIfAny();
  const pending = bodies.flatMap((it) => findAll(it, ['STMTTRNP'])).length;
  return { statements, pending };
}

/** Refuses a response that reports an error in place of a statement. */
function refuseFailure(response: Markup): void {
  const code = textAt(response, 'STATUS', 'CODE');
  if (textAt(response, 'STATUS', 'SEVERITY')?.toUpperCase() !== 'ERROR') return;
  const message = textAt(response, 'STATUS', 'MESSAGE') ?? 'no message';
  throw unreadable(response.line, `the bank reports error ${code}: ${quoted(message)}`);
}

function statementOf(body: Markup, problems: ProblemList): BankStatement {
  const currency = findFirst(body, 'CURDEF')?.text || null;
  const account = findFirst(body, 'ACCTID')?.text || null;
  const list = findFirst(body, 'BANKTRANLIST') ?? body;
  const closing = findFirst(body, 'LEDGERBAL');
  const balance = closing && textAt(closing, 'BALAMT');
  return {
    account,
    routingNumber: findFirst(body, 'BANKID')?.text || null,
    from: dateAt(list, 'DTSTART'),
    to: dateAt(list, 'DTEND'),
    opening: null,
    closing:
      closing && balance
        ? { cents: parseSignedCents(balance, closing.line), line: closing.line }
        : null,
    lines: findAll(body, ['STMTTRN']).flatMap(
      (it) => problems.attempt(() => lineOf(it, currency)) ?? [],
    ),
  };
}

const dateAt = (list: Markup, name: string) => {
  const found = findFirst(list, name);
  return found?.text ? parseCompactDate(found.text, found.line) : null;
};

function lineOf(transaction: Markup, accountCurrency: string | null): BankLine {
  const { line } = transaction;
  const text = (name: string) => findFirst(transaction, name)?.text || null;
  const required = (name: string): Markup => {
    const found = findFirst(transaction, name);
    if (found?.text) return found;
    throw unreadable(line, `a transaction has no ${name}`);
  };
  const posted = required('DTPOSTED');
  const amount = required('TRNAMT');
  // CURRENCY names the currency of the amount; ORIGCURRENCY only the one that it was converted from.
  const own = findFirst(transaction, 'CURRENCY');
  return {
    line,
    date: parseCompactDate(posted.text, posted.line),
    cents: parseSignedCents(amount.text, amount.line),
    currency: (own && textAt(own, 'CURSYM')) ?? accountCurrency,
    transactionId: text('FITID'),
    text: joinTexts(text('NAME'), text('EXTDNAME'), text('MEMO'), text('CHECKNUM'), text('REFNUM')),
  };
}
