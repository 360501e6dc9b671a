import { invalid } from './validation.ts';

/** An e-mail address as it is compared: trimmed, in lower case. Throws `Refused` (422). */
export function readEmail(text: string, field = 'email'): string {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254) return email;
  throw invalid('invalid_email', field, `${field} must be an e-mail address.`);
}
