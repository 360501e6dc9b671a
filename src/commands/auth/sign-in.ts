import { signIn as operation } from '../../contract/sign-in.ts';
import type { Client } from '../../http/client.ts';
import { Unexpected } from '../../http/errors.ts';

/** A token for an e-mail and a password. Throws `Refused`, or `Unexpected` when none is in the answer. */
export async function signIn(
  client: Client,
  email: string,
  password: string,
): Promise<{ token: string; expiresAt: string | null }> {
  const { accessToken: token, expiresAt } = await client.call(operation, {
    body: { email, password },
  });
  if (typeof token === 'string') return { token, expiresAt: expiresAt ?? null };
  const { status = null, requestId = null } = client.lastAnswer() ?? {};
  throw new Unexpected('The sign-in answered without a token.', { status, requestId });
}
