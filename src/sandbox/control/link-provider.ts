/** The simulated bank-linking provider. */

import { z } from 'zod/mini';
import { controls } from '../../contract/control.ts';
import { accountOfLinkToken } from '../bank/link-token.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { control } from './route.ts';

const TOKEN_MS = 30 * 60 * 1000;

/** A bank account as the bank-linking provider shows it. */
export type ProviderAccount = z.output<typeof ProviderAccount>;
export const ProviderAccount = z.object({
  accountId: z.string(),
  name: z.string(),
  type: z.enum(['checking', 'savings']),
  mask: z.string(),
  bankName: z.string(),
});

const Choice = z.object({
  linkToken: z.optional(z.string()),
  institution: z._default(z.string(), 'First Example Bank'),
  accounts: z._default(
    z
      .array(
        z.object({
          name: z._default(z.string(), 'Checking'),
          type: z._default(ProviderAccount.shape.type, 'checking'),
          mask: z.optional(z.string().check(z.regex(/^\d{4}$/))),
        }),
      )
      .check(z.minLength(1), z.maxLength(10)),
    [{ name: 'Checking', type: 'checking' }],
  ),
});

/** Controls that replace a user's choice in the provider's window. */
export const linkProviderControls = [
  control(controls.createPublicToken, async ({ body }, world) => {
    const { publicToken, accounts } = await chooseAccounts(world, readBody(Choice, body));
    return { publicToken, accounts: accounts.map(({ bankName: _, ...shown }) => shown) };
  }),
];

/**
 * Creates a public token for these accounts, for one use within 30 minutes of wall time.
 *
 * Only the account of the link token can use it; any account if there is no link token.
 *
 * @throws {ApiError} 422 for an invalid link token
 */
export async function chooseAccounts(
  context: HandlerContext,
  choice: z.input<typeof Choice>,
): Promise<{ publicToken: string; accounts: readonly ProviderAccount[] }> {
  const { linkToken, institution, accounts } = readBody(Choice, choice);
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
      used_at: null,
    })
    .execute();
  return { publicToken, accounts: accountsWithIds };
}
