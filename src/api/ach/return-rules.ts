/**
 * Rules for returned payments: until when a bank may return one, and how it may be sent again.
 *
 * From the Nacha Operating Rules on returns, and on the reinitiation of returned entries.
 */

import type { IsoDate } from '../schema/field-types.ts';
import { addBusinessDays, addDays } from './calendar.ts';
import { findReturnCode } from './return-codes.ts';

/** The time that a bank has for a return. */
export type ReturnWindow =
  | 'twoBusinessDays'
  | 'sixtyDays'
  | 'byAgreement'
  | 'atOnce'
  | 'atOnceOrTwoBusinessDays';

/** The condition under which a returned payment may be sent again from the same bank account. */
export type RetryRule = 'twice' | 'newAuthorization' | 'corrected' | 'otherAccount' | 'never';

/** Most times that a payment returned for its funds may be sent again. */
export const MAX_RETRIES = 2;

/** Days after the first attempt within which a payment returned for its funds may be sent again. */
export const RETRY_DAYS = 180;

/** The days after settlement within which consumers, and after a return its correction, have their say. */
const SIXTY_DAYS = 60;

const windows: Readonly<Record<Exclude<ReturnWindow, 'twoBusinessDays'>, readonly string[]>> = {
  sixtyDays: ['R05', 'R07', 'R10', 'R11', 'R33', 'R37', 'R38', 'R51', 'R52', 'R53'],
  byAgreement: ['R06', 'R31'],
  atOnce: ['R13', 'R18', 'R19', 'R25', 'R26', 'R27', 'R28', 'R30', 'R32', 'R34', 'R35', 'R36'],
  atOnceOrTwoBusinessDays: ['R17'],
};

const retryRules: Readonly<Record<Exclude<RetryRule, 'never'>, readonly string[]>> = {
  twice: ['R01', 'R09'],
  newAuthorization: ['R05', 'R07', 'R08', 'R10', 'R29'],
  corrected: ['R11'],
  otherAccount: ['R02', 'R03', 'R04', 'R12', 'R13', 'R17', 'R20'],
};

export const returnWindowOf = (code: string): ReturnWindow =>
  ruleFor(windows, code) ?? 'twoBusinessDays';

/** Returns how a payment that was returned with this code may be sent again; `undefined` if it is not a return code. */
export const retryRuleOf = (code: string | null | undefined): RetryRule | undefined =>
  findReturnCode(code) && (ruleFor(retryRules, code ?? '') ?? 'never');

/** Returns the status of a bank account that cannot be used after a return; `undefined` if it still can. */
export const accountStatusAfter = (code: string): 'frozen' | 'verification_failed' | undefined =>
  ruleFor(accountStatuses, code);

const accountStatuses = {
  frozen: ['R16'],
  verification_failed: ['R02', 'R03', 'R04', 'R20'],
} as const;

function ruleFor<Rule extends string>(
  rules: Readonly<Record<Rule, readonly string[]>>,
  code: string,
): Rule | undefined {
  const names = Object.keys(rules) as Rule[];
  return names.find((name) => rules[name].includes(code));
}

export const windowTexts: Readonly<Record<ReturnWindow, string>> = {
  twoBusinessDays: 'within 2 business days of settlement',
  sixtyDays: 'within 60 days of settlement, of consumer accounts only',
  byAgreement: 'whenever both banks agree',
  atOnce: 'at once, by the ACH operator',
  atOnceOrTwoBusinessDays:
    'at once by the ACH operator, or by the bank within 2 business days of settlement',
};

export const retryTexts: Readonly<Record<RetryRule, string>> = {
  twice: `${MAX_RETRIES} times at most, within ${RETRY_DAYS} days, for the same amount`,
  newAuthorization: 'only with a new authorization, or one that was reinstated',
  corrected: `corrected, within ${SIXTY_DAYS} days of the return`,
  otherAccount: 'only after correction, or from another bank account',
  never: 'never as it was',
};

/**
 * Returns the last date on which a payment that settled on a date may be returned with this code: the second business
 * day or the 60th day after it. `undefined` if only the agreement of the banks limits it.
 */
export function lastReturnDate(code: string, settledOn: IsoDate): IsoDate | undefined {
  switch (returnWindowOf(code)) {
    case 'byAgreement':
      return undefined;
    case 'atOnce':
      return settledOn;
    case 'sixtyDays':
      return addDays(settledOn, SIXTY_DAYS);
    default:
      return addBusinessDays(settledOn, 2);
  }
}
