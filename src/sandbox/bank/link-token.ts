import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { LINK_PROVIDER_PATH } from '../web/page-paths.ts';

const LIFE_MS = 4 * 3_600_000;

/** Creates a link token, valid for 4 hours of wall time. `accountId` is `''` for a payer without an account. */
export async function makeLinkToken(
  context: HandlerContext,
  accountId: string,
): Promise<{ linkToken: string; expiration: string; url: string }> {
  const linkToken = `link-${context.newSecret(32)}`;
  const expiration = new Date(context.wallNow().getTime() + LIFE_MS).toISOString();
  await context.db
    .insertInto('link_tokens')
    .values({
      hash: context.hash(linkToken),
      kind: 'link',
      account_id: accountId,
      accounts: '[]',
      expires_at: expiration,
    })
    .execute();
  const url = `${context.options.appUrl}${LINK_PROVIDER_PATH}?token=${linkToken}`;
  return { linkToken, expiration, url };
}

/**
 * Returns the account id of a link token.
 *
 * @throws {ApiError} 422 if it is unknown or expired
 */
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
