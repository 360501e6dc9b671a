import { randomBytes } from 'node:crypto';
import { GuardError } from '../money/errors.ts';

const VALID_MS = 5 * 60_000;

/** One-time confirmation tokens, each bound to the hash of one previewed call and valid for 5 minutes. */
export interface Confirmations {
  /** Creates a token for a fingerprint; `expiresAt` is UTC ISO 8601. */
  readonly give: (fingerprint: string) => { confirmation: string; expiresAt: string };
  /**
   * Uses up a token.
   *
   * @throws {GuardError} (14) unless it was created for this fingerprint and is still valid.
   */
  readonly use: (confirmation: string, fingerprint: string) => void;
}

/** Creates an empty set of tokens. `clock` returns ms of the wall clock. */
export function createConfirmations(clock: () => number): Confirmations {
  const issued = new Map<string, { readonly fingerprint: string; readonly until: number }>();
  return {
    give(fingerprint) {
      for (const [old, { until }] of issued) if (until <= clock()) issued.delete(old);
      const confirmation = randomBytes(16).toString('base64url');
      const until = clock() + VALID_MS;
      issued.set(confirmation, { fingerprint, until });
      return { confirmation, expiresAt: new Date(until).toISOString() };
    },
    use(confirmation, fingerprint) {
      const found = issued.get(confirmation);
      issued.delete(confirmation);
      if (!found) throw refused('confirmation_unknown', 'is unknown or already used');
      if (found.until <= clock())
        throw refused('confirmation_expired', 'is older than five minutes');
      if (found.fingerprint !== fingerprint) {
        throw refused('confirmation_mismatch', 'is for a different call');
      }
    },
  };
}

const refused = (code: string, reason: string) =>
  new GuardError(code, `This confirmation ${reason}; nothing was sent.`, [
    'call again without a confirmation, check the preview, then confirm it',
  ]);
