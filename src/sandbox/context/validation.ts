/** Validation of values in requests. */

import { ApiError } from '../../api/http/api-error.ts';
import { centsOf, dollarsText } from '../../api/money.ts';

/** Creates a 422 for a well-formed value that breaks a rule, naming its field. */
export const createInvalidFieldError = (code: string, field: string, message: string): ApiError =>
  new ApiError(422, code, message, { problems: [{ field, code, message }] });

/**
 * Returns the trimmed text, of 1 to `max` characters.
 *
 * @throws {ApiError} 422
 */
export function readTrimmedText(text: string, field: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed.length >= 1 && trimmed.length <= max) return trimmed;
  throw createInvalidFieldError(
    'invalid_text',
    field,
    `${field} must have 1 to ${max} characters.`,
  );
}

/** The largest amount in a request, in cents: $10,000,000. */
const MAX_CENTS = 1_000_000_000;

/**
 * Converts dollars of a request to cents.
 *
 * @throws {ApiError} 422 unless the amount is positive, within the limit and in whole cents
 */
export function readAmount(dollars: number, field = 'amount'): number {
  const cents = wholeCents(dollars);
  if (cents !== undefined && cents > 0 && cents <= MAX_CENTS) return cents;
  const range = `from 0.01 to ${dollarsText(MAX_CENTS)} dollars`;
  throw createInvalidFieldError(
    'invalid_amount',
    field,
    `${field} must be ${range}, in whole cents.`,
  );
}

function wholeCents(dollars: number): number | undefined {
  try {
    return centsOf(dollars);
  } catch {
    return undefined;
  }
}

/**
 * Returns an email address trimmed and in lower case, as addresses are compared.
 *
 * @throws {ApiError} 422
 */
export function readEmail(text: string, field = 'email'): string {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254) return email;
  throw createInvalidFieldError('invalid_email', field, `${field} must be an email address.`);
}

/**
 * Creates a 404, for ids that are unknown and for ids that the caller may not see alike. "Errors" of the specification
 * leaves it open.
 */
export const createNotFoundError = (resource: string, id: string): ApiError =>
  new ApiError(404, 'not_found', `No ${resource} ${id} found.`, { details: { resource } });
