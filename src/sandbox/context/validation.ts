import { Refused } from '../../contract/http/api-error.ts';

/** A value that is well-formed and breaks a rule: 422, naming its field. */
export const invalid = (code: string, field: string, message: string): Refused =>
  new Refused(422, code, message, { problems: [{ field, code, message }] });

/** Text of 1 to `most` characters once trimmed. Throws `Refused` (422). */
export function readText(text: string, field: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length >= 1 && trimmed.length <= most) return trimmed;
  throw invalid('invalid_text', field, `${field} must have 1 to ${most} characters.`);
}
