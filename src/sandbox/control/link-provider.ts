/** The simulated bank-linking provider. */

import { z } from 'zod/mini';
import type { ControlInput } from '../../api/controls/control.ts';
import { controls } from '../../api/controls/controls.ts';
import { AccountType } from '../../api/operations/bank.ts';
import { accountOfLinkToken } from '../bank/link-token.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import type { ControlHandlers } from './control-handlers.ts';

const TOKEN_MS = 30 * 60 * 1000;

/** A bank account as the bank-linking provider shows it. */
export type ProviderAccount = z.output<typeof ProviderAccount>;
export const ProviderAccount = z.object({
  accountId: z.string(),
  name: z.string(),
  type: AccountType,
  mask: z.string(),
  bankName: z.string(),
});

/** Controls that replace a user's choice in the provider's window. */
export const linkProviderControlHandlers: ControlHandlers<'createPublicToken'> = {
  async createPublicToken(choice, world) {
    const { publicToken, accounts } = await chooseAccounts(world, choice);
    return { publicToken, accounts: accounts.map(({ bankName: _, ...shown }) => shown) };
  },
};

/**
 * Creates a public token for these accounts, for one use within 30 minutes of wall time.
 *
 * Only the account of the link token can use it; any account if there is no link token.
 *
 * @throws {ApiError} 422 for an invalid link token
 */
export async function chooseAccounts(
  context: HandlerContext,
  choice: ControlInput<typeof controls.createPublicToken>,
): Promise<{ publicToken: string; accounts: readonly ProviderAccount[] }> {
  const { linkToken, institution, accounts } = readBody(controls.createPublicToken.input(), choice);
  const accountsWithIds = accounts.map(({ mask, ...account }) => ({
    accountId: context.newId('acct'),
    ...account,
    mask: mask ?? String(context.randomInt(1000, 9999)),
    bankName: institution,
  }));
  const publicToken = `public-${context.newSecret(32)}`;
  await context.db
    .insertInto('link_tokens')
    .values({
      hash: context.hash(publicToken),
      kind: 'public',
      account_id: linkToken === undefined ? '' : await accountOfLinkToken(linkToken, context),
      accounts: JSON.stringify(accountsWithIds),
      expires_at: new Date(context.wallNow().getTime() + TOKEN_MS).toISOString(),
    })
    .execute();
  return { publicToken, accounts: accountsWithIds };
}
