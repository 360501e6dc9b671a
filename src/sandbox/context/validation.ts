import { ApiError } from '../../contract/http/api-error.ts';
import { centsOf, dollarsText } from '../../contract/money.ts';

/** A value that is well-formed and breaks a rule: 422, naming its field. */
export const createInvalidFieldError = (code: string, field: string, message: string): ApiError =>
  new ApiError(422, code, message, { problems: [{ field, code, message }] });

/** Text of 1 to `most` characters once trimmed. Throws `ApiError` (422). */
export function readTrimmedText(text: string, field: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length >= 1 && trimmed.length <= most) return trimmed;
  throw createInvalidFieldError(
    'invalid_text',
    field,
    `${field} must have 1 to ${most} characters.`,
  );
}

/** The most that the service takes in one go. */
const MAX_CENTS = 1_000_000_000;

/** Dollars as a request states them to cents. Throws `ApiError` (422) unless more than 0, at most the limit, whole cents. */
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

/** An email address as it is compared: trimmed, in lower case. Throws `ApiError` (422). */
export function readEmail(text: string, field = 'email'): string {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254) return email;
  throw createInvalidFieldError('invalid_email', field, `${field} must be an email address.`);
}

/** 404, the way every id that is unknown or not to be seen is answered: "Errors" of the specification leaves it open. */
export const createNotFoundError = (resource: string, id: string): ApiError =>
  new ApiError(404, 'not_found', `No ${resource} ${id} found.`, { details: { resource } });
