/** Customers of the demo who pay by pay-me link, without an account. */

import type { HandlerContext } from '../context/handler-context.ts';
import { chooseAccounts } from '../control/link-provider.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { handlers } from '../server/handler-registry.ts';
import { beginCheckout, checkoutAt } from '../web/pages/pay/checkout.ts';
import { payProposal, proposeDebit } from '../web/pages/pay/debit-proposal.ts';
import { linkTypedAccount } from '../web/pages/pay/typed-account.ts';
import type { StoryTime } from './companies.ts';

/** A customer, and what is paid. */
export interface DemoPayer {
  readonly name: string;
  readonly email: string;
  /** In dollars. */
  readonly amount: number;
  readonly memo: string;
}

/** Switches the pay-me link of a business on, and returns the last segment of its URL. */
export async function openPayMeLink(businessId: string, { asOwner }: StoryTime): Promise<string> {
  const params = { businessId };
  const body = { enabled: true, minAmount: 10, maxAmount: 5000 };
  const { url } = await handlers.link.configurePayMe({ params, body }, asOwner());
  return url?.split('/').at(-1) ?? '';
}

/** Pays by a pay-me link as the pages do, with an authorization. Resolves to the payment, which is PENDING. */
export async function payByLink(
  link: string,
  payer: DemoPayer,
  { asVisitor }: StoryTime,
): Promise<Row<'payments'>> {
  const context = asVisitor();
  const checkout = await checkoutOf(link, payer, context);
  const { publicToken, accounts } = await chooseAccounts(context, {
    accounts: [{ name: 'Business Checking', mask: '4821' }],
  });
  const source = { publicToken, accountId: accounts[0]?.accountId ?? '' };
  const visitor = context.hash(`visitor ${payer.email}`);
  const proposal = await proposeDebit({ context, visitor }, checkout, source);
  const { paymentId } = await payProposal(context, proposal);
  return rowAt(context.db, 'payments', paymentId);
}

/** Types the numbers of an account to pay from it: the payment waits for its verification. */
export async function typeAccount(
  link: string,
  payer: DemoPayer,
  { asVisitor }: StoryTime,
): Promise<void> {
  const context = asVisitor();
  await linkTypedAccount(context, await checkoutOf(link, payer, context), {
    ...{ routingNumber: '021000021', accountNumber: '000123456789', accountType: 'checking' },
  });
}

async function checkoutOf(
  link: string,
  { name, email, amount, memo }: DemoPayer,
  context: HandlerContext,
) {
  const order = {
    ...{ payerName: name, payerEmail: email, amount, memo },
    clearingSpeed: 'standard' as const,
    accountHolder: 'business' as const,
  };
  return checkoutAt(context, await beginCheckout(context, { kind: 'payMe', link, order }));
}
