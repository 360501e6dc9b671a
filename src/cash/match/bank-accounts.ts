import { dollarsText } from '../../api/money.ts';
import type { BankAccount } from '../../api/operations/bank.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../money/errors.ts';
import { describeBank } from '../../money/gate/funding-source.ts';
import type { PostedLine } from './matching/transfer.ts';
import type { BankStatement } from './statement/bank-statement.ts';

/** The lines of a statement file that are matched. */
export interface StatementLines {
  readonly lines: readonly PostedLine[];
  /** The bank accounts of the lines; empty if the business has none. */
  readonly banks: readonly BankAccount[];
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The period of a statement, as the command line gives it. */
export interface GivenPeriod {
  readonly from: IsoDate | undefined;
  readonly to: IsoDate | undefined;
}

/** A statement and its bank account; `undefined` if the business has none. */
export type AccountStatement = BankStatement & { readonly bank: BankAccount | undefined };

/**
 * Finds the bank account of each statement in a file: by its routing number and its account number, otherwise the only one of the
 * business; in a terminal a person may choose. `chosen` decides about a file of one account, whatever its numbers are.
 * Statements of other accounts are left out with a notice.
 *
 * @throws {UsageError} if no statement is of an account of the business, or its account cannot be told.
 */
export async function findBankAccounts(
  context: Context,
  statements: readonly BankStatement[],
  own: readonly BankAccount[],
  chosen: string | undefined,
): Promise<readonly AccountStatement[]> {
  const possible = chosen === undefined ? own : own.filter(({ id }) => id === chosen);
  if (chosen !== undefined && possible.length === 0) {
    throw new UsageError(`Bank account ${chosen} is not one of this business.`, {
      next: ['remit bank list'],
    });
  }
  const numbers = [...new Set(statements.map(({ account }) => digitsOf(account)))];
  const [number = ''] = numbers;
  if (numbers.length < 2 && possible.every((it) => cannotTell(it, number))) {
    const bank = possible.length < 2 ? possible[0] : await choose(context, possible);
    return statements.map((it) => ({ ...it, bank }));
  }
  const found = statements.map((it) => ({ ...it, bank: bankOf(it, possible) }));
  const known = found.filter(({ bank }) => bank !== undefined);
  if (known.length === 0) return readAsChosen(context, statements, possible, chosen);
  for (const { account, bank, lines } of found) {
    if (bank) continue;
    context.notice(
      `Account ${masked(account)} is not a linked bank account: ${lines.length} transactions left out.`,
    );
  }
  return known;
}

/**
 * Returns the statements of one account as those of the chosen bank account, and says how they differ.
 *
 * @throws {UsageError} if none is chosen, or there are statements of several accounts.
 */
function readAsChosen(
  context: Context,
  statements: readonly BankStatement[],
  possible: readonly BankAccount[],
  chosen: string | undefined,
): readonly AccountStatement[] {
  const accounts = new Set(statements.map(({ account }) => digitsOf(account)));
  const bank = accounts.size < 2 ? possible.find(({ id }) => id === chosen) : undefined;
  if (bank === undefined) throw unknownAccount(statements, possible);
  context.notice(`--bank decides: ${differencesOf(statements, bank)} of ${describeBank(bank)}.`);
  return statements.map((it) => ({ ...it, bank }));
}

/** Reports whether an account number in a statement says nothing of a bank account. */
const cannotTell = ({ last4 }: BankAccount, number: string): boolean =>
  !last4 || number.length < last4.length;

/**
 * Returns the bank account of a statement: by the last four digits, and by the bank where both name it.
 *
 * @throws {UsageError} if there are several.
 */
function bankOf(
  { account, routingNumber }: BankStatement,
  possible: readonly BankAccount[],
): BankAccount | undefined {
  const [bank, ...others] = possible.filter(
    (it) => isNumberOf(it, account) && isRoutingOf(it, routingNumber),
  );
  if (!bank || others.length === 0) return bank;
  throw bankRequired(`several bank accounts end in ${masked(account)}`, [bank, ...others]);
}

/** Reports whether an account number in a statement ends as that of a bank account. */
function isNumberOf(it: BankAccount, account: string | null): boolean {
  const number = digitsOf(account);
  return !cannotTell(it, number) && number.endsWith(it.last4 ?? '');
}

/** Reports whether a routing number may be that of a bank account: both are known only where both have nine digits. */
function isRoutingOf(it: BankAccount, routingNumber: string | null): boolean {
  const isRouting = (text: string | null | undefined) => /^\d{9}$/.test(text ?? '');
  return (
    it.routingNumber === routingNumber || !isRouting(it.routingNumber) || !isRouting(routingNumber)
  );
}

/** Says which of the numbers of statements differ from those of a bank account: `the routing number 021000021 is not that`. */
function differencesOf(statements: readonly BankStatement[], bank: BankAccount): string {
  const numbers = statements.filter(({ account }) => !isNumberOf(bank, account));
  const routings = statements.filter(({ routingNumber }) => !isRoutingOf(bank, routingNumber));
  const parts = [
    ...new Set(numbers.map(({ account }) => `the account number ${masked(account)}`)),
    ...new Set(routings.map(({ routingNumber }) => `the routing number ${routingNumber}`)),
  ];
  const verb = parts.length === 1 ? 'is not that' : 'are not those';
  return `${parts.join(' and ')} ${verb}`;
}

const digitsOf = (account: string | null): string => (account ?? '').replaceAll(/\D/g, '');

/** Returns the end of an account number: statements have whole ones, and no output shows them. */
const masked = (account: string | null): string => `···${digitsOf(account).slice(-4)}`;

/** Creates the error for statements of other accounts, which says what differs from each own one. */
function unknownAccount(
  statements: readonly BankStatement[],
  own: readonly BankAccount[],
): UsageError {
  const accounts = [...new Set(statements.map(({ account }) => masked(account)))].join(', ');
  const differences = own.map((it) => `  ${differencesOf(statements, it)} of ${describeBank(it)}`);
  return new UsageError(
    [
      `The statement is of account ${accounts}, which is not a linked bank account of this business${own.length === 0 ? ': it has none.' : ':'}`,
      ...differences,
    ],
    { next: ['remit bank list', 'select the business with -b', 'add --bank <bank> if it is one'] },
  );
}

async function choose(
  context: Context,
  possible: readonly BankAccount[],
): Promise<BankAccount | undefined> {
  const choices = possible.map((it) => ({ value: it.id, text: describeBank(it) }));
  const id = await context.prompt.choose(
    { label: 'Bank account of the statement', flag: '--bank' },
    choices,
  );
  if (id !== undefined) return possible.find((it) => it.id === id);
  throw bankRequired('the statement does not name its bank account', possible);
}

const bankRequired = (why: string, possible: readonly BankAccount[]): UsageError => {
  const choices = possible.map((it) => `${it.id} (${describeBank(it)})`).join(', ');
  return new UsageError([`--bank is required: ${why}.`, `Bank accounts: ${choices}`], {
    problems: [{ field: 'bank', message: 'is required' }],
    next: ['add --bank <bank>'],
  });
};

/** Returns the lines of statements with their keys, and the period that the statements cover. */
export function linesOf(
  statements: readonly AccountStatement[],
  given: GivenPeriod,
  today: IsoDate,
): StatementLines {
  const counts = new Map<string, number>();
  const lines = statements.flatMap((it) =>
    it.lines.map((line): PostedLine => {
      const fundingSourceId = it.bank?.id ?? null;
      const like = `${fundingSourceId ?? '-'} ${line.date} ${dollarsText(line.cents)}`;
      const number = (counts.get(like) ?? 0) + 1;
      counts.set(like, number);
      return { ...line, fundingSourceId, key: `${like} #${number}` };
    }),
  );
  const dates = lines.map(({ date }) => date).sort();
  const stated = (side: 'from' | 'to') =>
    statements
      .map((it) => it[side])
      .filter((it) => it !== null)
      .sort();
  const [firstStated] = stated('from');
  const lastStated = stated('to').at(-1);
  const [first = today] = dates;
  const last = dates.at(-1) ?? today;
  return {
    lines,
    banks: [...new Set(statements.flatMap(({ bank }) => bank ?? []))],
    from: given.from ?? earlier(firstStated ?? first, first),
    to: given.to ?? later(lastStated ?? last, last),
  };
}

const earlier = (one: IsoDate, two: IsoDate) => (one < two ? one : two);
const later = (one: IsoDate, two: IsoDate) => (one > two ? one : two);
