import { achReturnCodes } from '../../contract/ach/return-codes.ts';

/** What a bank does with a transfer: a return code, or `<code>-late` when it comes back after it had settled. */
export type TransferOutcome = string;

/** Codes after which the account cannot be used any more. */
export const closesAccount = (code: string): boolean => ['R02', 'R03', 'R04'].includes(code);

/** Well whatever the amount: how the test number for a good account behaves. */
const ALWAYS_WELL = 'OK';
const HOLD = 'HOLD';

/** How an account with this name and number behaves from now on: the number speaks louder than the name. */
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

/** Whether the text is a behavior that the sandbox's controls may give an account. */
export const isBehavior = (text: string): boolean =>
  text === ALWAYS_WELL || text === HOLD || isOutcome(text);

const behaviorsByNumber: Readonly<Record<string, string>> = {
  '000123456789': ALWAYS_WELL,
  '000222222227': 'R01',
  '000111111113': 'R02',
  '000111111116': 'R03',
  '000333333335': 'R29',
};

/** Whether payments from an account that behaves so wait for a review. */
export const isHeldBy = (behavior: string | null): boolean => behavior === HOLD;

/**
 * What becomes of a debit of `cents` from an account that behaves so and holds `funds` cents (null: enough for anything);
 * null when all goes well.
 */
export const debitOutcome = (
  behavior: string | null,
  cents: number,
  funds: number | null = null,
): TransferOutcome | null => {
  if (funds !== null && funds < cents && (behavior === null || !isOutcome(behavior))) return 'R01';
  return outcomeOf(behavior, isOutcome, () => outcomeByCents(cents));
};

/** What becomes of a credit of `cents` to an account that behaves so: it minds only what the account itself is. */
export const creditOutcome = (behavior: string | null, cents: number): TransferOutcome | null =>
  outcomeOf(behavior, refusesCredits, () => onTime(outcomeByCents(cents)));

function outcomeOf(
  behavior: string | null,
  counts: (it: string) => boolean,
  otherwise: () => TransferOutcome | null,
): TransferOutcome | null {
  if (behavior === ALWAYS_WELL) return null;
  return behavior !== null && counts(behavior) ? behavior : otherwise();
}

/** The return code of an outcome, and whether it comes after settlement. */
export function returnCodeOf(outcome: TransferOutcome): { code: string; isLate: boolean } {
  const code = outcome.replace(/-late$/, '');
  return { code, isLate: code !== outcome };
}

const isOutcome = (text: string): boolean => Object.hasOwn(achReturnCodes, returnCodeOf(text).code);

const refusesCredits = (behavior: string) =>
  ['R02', 'R03', 'R04', 'R16', 'R20', 'R23'].includes(behavior);

const onTime = (outcome: TransferOutcome | null) =>
  outcome === null || returnCodeOf(outcome).isLate ? null : outcome;

/** 55.01 is R01, 56.01 is R01 late, and so on. */
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
