import { quoted, unreadable } from '../../../cli/input/file-problems.ts';
import { parseIsoDate, parseSignedCents } from './amounts-and-dates.ts';
import {
  type BankLine,
  type BankStatement,
  joinTexts,
  ProblemList,
  type StatedBalance,
} from './bank-statement.ts';
import { childrenAt, elementAt, findAll, type Markup, textAt } from './markup.ts';

/** Statements of a camt.053 file, and the number of its entries that are not booked. */
export interface Camt053Content {
  readonly statements: readonly BankStatement[];
  readonly notBooked: number;
}

/**
 * Reads an ISO 20022 bank-to-customer statement (camt.053), version 1 and later. An entry whose details have amounts
 * that add up to it is read as one line for each detail; entries that are not booked are left out.
 *
 * @throws {UnreadableFileError} with all problems of its entries, or for another message.
 */
export function readCamt053(root: Markup): Camt053Content {
  const [message] = findAll({ ...root, children: [root] }, ['BkToCstmrStmt']);
  if (!message) throw unreadable(root.line, otherMessage(root));
  const problems = new ProblemList();
  const bodies = childrenAt(message, 'Stmt');
  if (bodies.length === 0) throw unreadable(message.line, 'has no statement (Stmt)');
  const statements = bodies.flatMap(
    (it) => problems.attempt(() => statementOf(it, problems)) ?? [],
  );
  problems.throwIfAny();
  const entries = bodies.flatMap((it) => childrenAt(it, 'Ntry'));
  return { statements, notBooked: entries.filter((it) => !isBooked(it)).length };
}

function otherMessage(root: Markup): string {
  const names = findAll({ ...root, children: [root] }, [
    'BkToCstmrAcctRpt',
    'BkToCstmrDbtCdtNtfctn',
  ]).map(({ name }) => name);
  const other = { BkToCstmrAcctRpt: 'camt.052', BkToCstmrDbtCdtNtfctn: 'camt.054' }[names[0] ?? ''];
  return other === undefined
    ? `is not a camt.053 statement: its root element is <${root.name}>`
    : `is a ${other} message: export the statement as camt.053`;
}

function statementOf(body: Markup, problems: ProblemList): BankStatement {
  const account = elementAt(body, 'Acct');
  const id = account && elementAt(account, 'Id');
  const servicer = account && elementAt(account, 'Svcr', 'FinInstnId');
  return {
    account: (id && (textAt(id, 'IBAN') ?? textAt(id, 'Othr', 'Id'))) ?? null,
    routingNumber: (servicer && textAt(servicer, 'ClrSysMmbId', 'MmbId')) ?? null,
    from: dateIn(elementAt(body, 'FrToDt'), 'FrDtTm', 'FrDt'),
    to: dateIn(elementAt(body, 'FrToDt'), 'ToDtTm', 'ToDt'),
    opening: balanceOf(body, ['OPBD', 'PRCD']),
    closing: balanceOf(body, ['CLBD']),
    lines: childrenAt(body, 'Ntry').flatMap((it) =>
      isBooked(it) ? (problems.attempt(() => linesOf(it)) ?? []) : [],
    ),
  };
}

const isBooked = (entry: Markup): boolean =>
  (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK';

/** Returns the first balance of these types; an intermediate one of a page is left out. */
function balanceOf(body: Markup, types: readonly string[]): StatedBalance | null {
  const all = childrenAt(body, 'Bal').filter((it) => !elementAt(it, 'Tp', 'SubTp'));
  for (const type of types) {
    const found = all.find((it) => textAt(it, 'Tp', 'CdOrPrtry', 'Cd') === type);
    if (found) return { cents: signedCents(found), line: found.line };
  }
  return null;
}

function signedCents(from: Markup): number {
  const amount = required(from, 'Amt');
  const cents = parseSignedCents(amount.text, amount.line);
  const indicator = required(from, 'CdtDbtInd');
  if (indicator.text === 'CRDT') return cents;
  if (indicator.text === 'DBIT') return cents === 0 ? 0 : -cents;
  throw unreadable(indicator.line, `${quoted(indicator.text)} is neither CRDT nor DBIT`);
}

function required(from: Markup, name: string): Markup {
  const found = elementAt(from, name);
  if (found?.text) return found;
  throw unreadable(from.line, `<${from.name}> has no <${name}>`);
}

/** Returns the lines of an entry: one, or one for each detail if their amounts add up to it. */
function linesOf(entry: Markup): readonly BankLine[] {
  const whole = lineOf(entry);
  const details = childrenAt(entry, 'NtryDtls').flatMap((it) => childrenAt(it, 'TxDtls'));
  if (details.length < 2) return [{ ...whole, text: textOf(entry, details) }];
  const sign = whole.cents < 0 ? -1 : 1;
  const parts = details.map((it) => detailCents(it, whole.currency));
  const cents = parts.filter((it) => it !== undefined);
  const sum = cents.reduce((all, it) => all + it, 0);
  if (cents.length < parts.length || sum * sign !== whole.cents) {
    return [{ ...whole, text: textOf(entry, details) }];
  }
  return details.map((it, at) => ({
    ...whole,
    line: it.line,
    cents: (cents[at] ?? 0) * sign,
    transactionId: textAt(it, 'Refs', 'AcctSvcrRef') ?? whole.transactionId,
    text: textOf(entry, [it]),
  }));
}

function lineOf(entry: Markup): BankLine {
  const booked = elementAt(entry, 'BookgDt') ?? elementAt(entry, 'ValDt');
  const date = dateIn(booked, 'Dt', 'DtTm');
  if (date === null) throw unreadable(entry.line, 'an entry has no date (BookgDt or ValDt)');
  return {
    line: entry.line,
    date,
    cents: signedCents(entry),
    currency: required(entry, 'Amt').attributes['Ccy'] ?? null,
    transactionId: textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef'),
    text: '',
  };
}

/** Returns the cents of a detail in the currency of its entry; `undefined` if it has no such amount. */
function detailCents(detail: Markup, currency: string | null): number | undefined {
  const amount = elementAt(detail, 'Amt') ?? elementAt(detail, 'AmtDtls', 'TxAmt', 'Amt');
  if (!amount?.text || (amount.attributes['Ccy'] ?? currency) !== currency) return undefined;
  return parseSignedCents(amount.text, amount.line);
}

function dateIn(from: Markup | undefined, ...names: readonly string[]) {
  for (const name of names) {
    const found = from && elementAt(from, name);
    if (found?.text) return parseIsoDate(found.text, found.line);
  }
  return null;
}

/** Elements of a transaction whose texts identify it. */
const TELLING = ['Refs', 'RltdPties', 'RmtInf', 'AddtlTxInf', 'RtrInf'];
/** Parts of those that are addresses, accounts and codes. */
const LEFT_OUT = new Set(['PstlAdr', 'CtctDtls', 'DbtrAcct', 'CdtrAcct', 'Tp']);

const textOf = (entry: Markup, details: readonly Markup[]): string =>
  joinTexts(
    ...details.flatMap((it) => TELLING.flatMap((name) => childrenAt(it, name).flatMap(textsIn))),
    textAt(entry, 'AddtlNtryInf'),
    textAt(entry, 'BkTxCd', 'Prtry', 'Cd'),
  );

const textsIn = (from: Markup): string[] =>
  LEFT_OUT.has(from.name) || from.text === 'NOTPROVIDED'
    ? []
    : [from.text, ...from.children.flatMap(textsIn)];
