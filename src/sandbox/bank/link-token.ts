import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';

const LIFE_MS = 4 * 3_600_000;

/** Makes a token that opens the bank-linking provider for an account; `''` for somebody who has none. */
export async function makeLinkToken(
  world: HandlerContext,
  accountId: string,
): Promise<{ linkToken: string; expiration: string; url: string }> {
  const linkToken = `link-${world.newSecret(32)}`;
  const expiration = new Date(world.wallNow().getTime() + LIFE_MS).toISOString();
  await world.db
    .insertInto('link_tokens')
    .values({
      hash: world.hash(linkToken),
      kind: 'link',
      account_id: accountId,
      accounts: '[]',
      expires_at: expiration,
      used_at: null,
    })
    .execute();
  const url = `${world.options.appUrl}/sandbox/linkprovider/link?token=${linkToken}`;
  return { linkToken, expiration, url };
}

/** Whose link token this is. Throws `ApiError` (422) for one that is none. */
export async function accountOfLinkToken(
  linkToken: string,
  { db, hash, wallNow }: HandlerContext,
): Promise<string> {
  const row = await db
    .selectFrom('link_tokens')
    .select('account_id')
    .where('hash', '=', hash(linkToken))
    .where('kind', '=', 'link')
    .where('expires_at', '>', wallNow().toISOString())
    .executeTakeFirst();
  if (row) return row.account_id;
  throw new ApiError(422, 'invalid_link_token', 'The link token is unknown or has expired.');
}
