import type { Serving } from '../../sandbox/serving-file.ts';
import { caller } from './control-client.ts';

/** A new token of the sandbox's owner; earlier ones stay valid until they expire. */
export async function freshToken(serving: Serving): Promise<{ token: string; expiresAt: string }> {
  const answer = await caller(serving)('POST', '/sandbox/tokens', { role: 'owner' });
  const { token, expiresAt } = answer as { token: string; expiresAt: string };
  return { token, expiresAt };
}
