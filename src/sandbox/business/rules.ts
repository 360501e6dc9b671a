/** Rules of businesses: tax numbers, addresses, controllers and the review. Pure functions. */

import type { Address, Controller } from '../../api/operations/business.ts';
import { createInvalidFieldError, readTrimmedText } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

/**
 * Returns the nine digits of an employer identification number, not all zero.
 *
 * The specification's "Format rules" do not show them.
 */
export function readEin(text: string): string {
  const digits = /^\d{2}-?\d{7}$/.test(text.trim()) ? text.replace(/\D/g, '') : '';
  if (/[1-9]/.test(digits)) return digits;
  const field = 'taxInfo.ein';
  throw createInvalidFieldError('invalid_tax_id', field, `${field} must be like 12-3456789.`);
}

/** Returns the last four digits of a social security number; the others are never stored. */
export function readSsn(text: string, field: string, { orLast4 = false } = {}): string {
  const digits = text.trim().replace(/^(\d{3})-(\d{2})-(\d{4})$/, '$1$2$3');
  const fullSsn = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
  if (fullSsn || (orLast4 && /^\d{4}$/.test(digits))) return digits.slice(-4);
  const shape = orLast4 ? 'nine digits, or the last four' : 'nine digits';
  throw createInvalidFieldError(
    'invalid_tax_id',
    field,
    `${field} must be a social security number: ${shape}.`,
  );
}

/**
 * Validates a United States address.
 *
 * @throws {ApiError} 422 for any other
 */
export function readAddress(address: Address, field = 'address'): Address {
  for (const name of ['street', 'city'] as const)
    readTrimmedText(address[name], `${field}.${name}`, 255);
  const { state, zip, country } = address;
  if (!states.has(state)) {
    throw createInvalidFieldError(
      'invalid_address',
      `${field}.state`,
      `${field}.state must be a two-letter state code.`,
    );
  }
  if (!/^\d{5}(-\d{4})?$/.test(zip)) {
    throw createInvalidFieldError(
      'invalid_address',
      `${field}.zip`,
      `${field}.zip must be like 78701 or 78701-1234.`,
    );
  }
  if (country !== 'US')
    throw createInvalidFieldError(
      'invalid_address',
      `${field}.country`,
      `${field}.country must be US.`,
    );
  return address;
}

/**
 * Returns a controller without the number, as it is stored.
 *
 * @throws {ApiError} 422, e.g. for an age below 18
 */
export function readController(controller: Controller, today: string) {
  const { firstName, lastName, dateOfBirth, ssn, address } = controller;
  const age = ageOn(dateOfBirth, today);
  if (age === undefined || age < 18 || age > 125) {
    throw createInvalidFieldError(
      'invalid_date',
      'controller.dateOfBirth',
      'The controller must be 18 to 125 years old (YYYY-MM-DD).',
    );
  }
  return {
    firstName: readTrimmedText(firstName, 'controller.firstName', 255),
    lastName: readTrimmedText(lastName, 'controller.lastName', 255),
    dateOfBirth,
    ssnLast4: readSsn(ssn, 'controller.ssn', { orLast4: true }),
    address: readAddress(address, 'controller.address'),
  };
}

export interface Review {
  readonly status: 'verified' | 'pending' | 'suspended';
  readonly requiredActions: readonly string[];
}

/**
 * Reviews a business.
 *
 * A magic name of the business or its controller decides; otherwise it is verified if nothing is missing.
 *
 * @example the names `suspended` and `Denied` suspend it; `document`, `retry` and `Review` keep it pending
 */
export function review(business: Row<'businesses'>): Review {
  const first: unknown =
    business.controller === null ? undefined : JSON.parse(business.controller).firstName;
  const names = [business.name, first];
  if (names.some((name) => name === 'suspended' || name === 'Denied'))
    return { status: 'suspended', requiredActions: [] };
  const namedBehavior = names.find(
    (name) => name === 'document' || name === 'retry' || name === 'Review',
  );
  if (typeof namedBehavior === 'string')
    return { status: 'pending', requiredActions: [namedBehavior.toLowerCase()] };
  const missing = missingFrom(business);
  return { status: missing.length > 0 ? 'pending' : 'verified', requiredActions: missing };
}

/** Returns the missing fields. A sole proprietor can be identified by the controller's social security number alone. */
function missingFrom({
  type,
  ein,
  ssn_last4,
  controller,
  business_type,
}: Row<'businesses'>): string[] {
  if (type === 'basic') return ein === null && ssn_last4 === null ? ['taxInfo'] : [];
  const needsEin = business_type !== 'soleProprietorship' || controller === null;
  return [
    ...(ein === null && needsEin ? ['taxInfo'] : []),
    ...(controller === null ? ['controller'] : []),
  ];
}

function ageOn(birth: string, today: string): number | undefined {
  const moment = new Date(`${birth}T00:00:00Z`);
  const isReal =
    /^\d{4}-\d{2}-\d{2}$/.test(birth) &&
    !Number.isNaN(moment.getTime()) &&
    moment.toISOString().startsWith(birth);
  if (!isReal) return undefined;
  return (
    Number(today.slice(0, 4)) -
    Number(birth.slice(0, 4)) -
    (today.slice(5) < birth.slice(5) ? 1 : 0)
  );
}

const states: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY ' +
    'DC PR VI GU AS MP AA AE AP'
  ).split(' '),
);
