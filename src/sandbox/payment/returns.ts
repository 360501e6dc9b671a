import { findReturnCode, type ReturnClass } from '../../api/ach/return-codes.ts';

/** The reaction of a bank to a transfer: an ACH return code, or `<code>-late` for a return after settlement. */
export type TransferOutcome = string;

/** The behavior of the test number for a good account: payments succeed, even at an amount that simulates a return. */
const ALWAYS_WELL = 'OK';
const HOLD = 'HOLD';

/**
 * Returns the behavior of a new bank account, or null for an ordinary one.
 *
 * A test account number wins over the name, which can be `HOLD` or an outcome.
 *
 * @example `{ name: 'R01-late' }` gives `R01-late`
 */
export function behaviorOf({
  name,
  accountNumber,
}: {
  name: string;
  accountNumber?: string | undefined;
}): string | null {
  const byNumber = accountNumber === undefined ? undefined : behaviorsByNumber[accountNumber];
  return byNumber ?? (name === HOLD || isOutcome(name) ? name : null);
}

/** Reports whether the text is a behavior that the controls can give a bank account: `OK`, `HOLD` or an outcome. */
export const isBehavior = (text: string): boolean =>
  text === ALWAYS_WELL || text === HOLD || isOutcome(text);

const behaviorsByNumber: Readonly<Record<string, string>> = {
  '000123456789': ALWAYS_WELL,
  '000222222227': 'R01',
  '000111111113': 'R02',
  '000111111116': 'R03',
  '000333333335': 'R29',
  '000444444446': 'R08',
  '000555555557': 'R16',
  '000666666668': 'R23',
  '000777777779': 'R17',
};

/** Reports whether payments from an account with this behavior are held for review. */
export const isHeldBy = (behavior: string | null): boolean => behavior === HOLD;

/**
 * Returns the outcome of a debit of `cents` from an account with this behavior, or null for success.
 *
 * `funds` are the cents it holds; null means enough for anything. Less than `cents` gives R01, unless the behavior is
 * itself an outcome.
 */
export const debitOutcome = (
  behavior: string | null,
  cents: number,
  funds: number | null = null,
): TransferOutcome | null => {
  if (funds !== null && funds < cents && (behavior === null || !isOutcome(behavior))) return 'R01';
  return outcomeOf(behavior, 'debit', cents);
};

/**
 * Returns the outcome of a credit of `cents` to an account with this behavior, or null for success.
 *
 * Only codes that a bank returns credits with count, such as R03 or R23.
 */
export const creditOutcome = (behavior: string | null, cents: number): TransferOutcome | null =>
  outcomeOf(behavior, 'credit', cents);

function outcomeOf(
  behavior: string | null,
  entry: AchEntryKind,
  cents: number,
): TransferOutcome | null {
  if (behavior === ALWAYS_WELL) return null;
  const found = [behavior, outcomeByCents(cents)].find(
    (outcome) => outcome !== null && canReturn(returnCodeOf(outcome).code, entry),
  );
  return found ?? null;
}

/** Splits an outcome into its return code and whether it comes after settlement. */
export function returnCodeOf(outcome: TransferOutcome): { code: string; isLate: boolean } {
  const code = outcome.replace(/-late$/, '');
  return { code, isLate: code !== outcome };
}

/** A payment debits the payer's account; a withdrawal credits an account. */
export type AchEntryKind = 'debit' | 'credit';

const isOutcome = (text: string): boolean => {
  const { code } = returnCodeOf(text);
  return canReturn(code, 'debit') || canReturn(code, 'credit');
};

/** Reports whether a bank can return an entry of this kind with the code: it is one, and fits the kind. */
export function canReturn(code: string, entry: AchEntryKind): boolean {
  const kind = findReturnCode(code)?.class;
  return kind !== undefined && !(entry === 'debit' ? notOfDebits : notOfCredits).has(kind);
}

const notOfDebits: ReadonlySet<ReturnClass> = new Set(['credit', 'dishonored']);
const notOfCredits: ReadonlySet<ReturnClass> = new Set([
  'funds',
  'unauthorized',
  'stopped',
  'dishonored',
]);

/**
 * Returns the outcome that an amount asks for, or null.
 *
 * @example $55.01 is R01, $56.01 is R01 late
 */
function outcomeByCents(cents: number): TransferOutcome | null {
  const code = `R${String(cents % 100).padStart(2, '0')}`;
  if (!codesByAmount.has(code)) return null;
  const dollars = Math.floor(cents / 100);
  if (dollars === 55) return code;
  return dollars === 56 ? `${code}-late` : null;
}

const codesByAmount: ReadonlySet<string> = new Set([
  'R01',
  'R02',
  'R03',
  'R04',
  'R08',
  'R09',
  'R16',
  'R29',
]);

/** The reason for a failed transfer: an ACH return code or another code, and a text. */
export interface AchReturn {
  readonly code: string;
  readonly reason: string;
}

/** Returns the failure that a simulated outcome means: its code without `-late`. Null means R01, insufficient funds. */
export const achReturnOf = (outcome: string | null): AchReturn =>
  achReturnWithCode(returnCodeOf(outcome ?? 'R01').code);

/** Returns the failure with this code. Its reason is by default the code's title, or the code if it is unknown. */
export const achReturnWithCode = (code: string, reason?: string): AchReturn => ({
  code,
  reason: reason ?? findReturnCode(code)?.title ?? code,
});

export const achReturnColumns = ({ code, reason }: AchReturn) => ({
  failure_code: code,
  failure_reason: reason,
});
