import type { Send } from '../contract/wire.ts';
import { failureIn } from '../http/answer-error.ts';
import { createClient } from '../http/client.ts';
import { Unexpected } from '../http/errors.ts';
import { requestIdOf } from '../http/read-body.ts';

/** The operation that gives out tokens; the specification does not show it, so path and names are assumed. */
const SIGN_IN = '/api/auth/sign-in';
const NAMES = ['accessToken', 'access_token', 'token', 'jwt', 'sessionToken'];

/** A token for an e-mail and a password. Throws `Refused`, or `Unexpected` when none is in the answer. */
export async function signIn(
  send: Send,
  email: string,
  password: string,
): Promise<{ token: string; expiresAt: string | null }> {
  const answer = await createClient({ send }).raw({
    method: 'POST',
    path: SIGN_IN,
    body: JSON.stringify({ email, password }),
    effect: 'set',
  });
  const failure = failureIn(answer);
  if (failure) throw failure;
  const record = recordIn(answer.text);
  const token = NAMES.map((name) => record[name]).find((it) => typeof it === 'string');
  if (typeof token !== 'string') {
    throw new Unexpected('The sign-in answered without a token.', {
      status: answer.status,
      requestId: requestIdOf(answer),
    });
  }
  const { expiresAt } = record;
  return { token, expiresAt: typeof expiresAt === 'string' ? expiresAt : null };
}

/** The answer, or what it wraps. */
function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    const { data } = value as { data?: unknown };
    return { ...value, ...(typeof data === 'object' ? data : {}) };
  } catch {
    return {};
  }
}
