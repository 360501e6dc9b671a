import { randomBytes } from 'node:crypto';
import { GuardError } from '../../cli/errors.ts';

const LIFE_MS = 5 * 60_000;

/** What stands between the preview of a call and the call: words that stand for one fingerprint, once, for a while. */
export interface Confirmations {
  readonly give: (fingerprint: string) => { confirmation: string; expiresAt: string };
  /** Uses a confirmation up. Throws `GuardError` (exit 14) unless it was given for this very fingerprint. */
  readonly use: (confirmation: string, fingerprint: string) => void;
}

/** `clock` gives milliseconds of the wall clock. */
export function createConfirmations(clock: () => number): Confirmations {
  const given = new Map<string, { readonly fingerprint: string; readonly until: number }>();
  return {
    give(fingerprint) {
      for (const [old, { until }] of given) if (until <= clock()) given.delete(old);
      const confirmation = randomBytes(16).toString('base64url');
      const until = clock() + LIFE_MS;
      given.set(confirmation, { fingerprint, until });
      return { confirmation, expiresAt: new Date(until).toISOString() };
    },
    use(confirmation, fingerprint) {
      const found = given.get(confirmation);
      given.delete(confirmation);
      if (!found) throw refused('confirmation_unknown', 'is unknown or already used');
      if (found.until <= clock())
        throw refused('confirmation_expired', 'is older than five minutes');
      if (found.fingerprint !== fingerprint) {
        throw refused('confirmation_mismatch', 'is for a different call');
      }
    },
  };
}

const refused = (code: string, why: string) =>
  new GuardError(code, `This confirmation ${why}; nothing was sent.`, [
    'call again without a confirmation, check the preview, then confirm it',
  ]);
