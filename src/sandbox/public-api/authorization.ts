/** Authorizations of debits: the text that a payer agreed to, stored with its payment. */

import { toDollars } from '../../api/money.ts';
import type { HandlerContext, ReadContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { externalActor, logActivity } from '../payable/activity.ts';

/** An authorization before its payment exists. */
export type AuthorizationDraft = Omit<
  Row<'debit_authorizations'>,
  'payment_id' | 'authorized_at' | 'address'
>;

/** Stores the authorization of a payment, and logs it in the activity of its payable. */
export async function recordAuthorization(
  context: HandlerContext,
  draft: AuthorizationDraft,
  { paymentId, payableId }: { readonly paymentId: string; readonly payableId: string | null },
): Promise<void> {
  const row = await storeAuthorization(context, draft, paymentId);
  if (payableId === null) return;
  await logActivity(context, payableId, {
    type: 'payment_authorized',
    message: `Debit authorized by ${row.payer_name} from ${row.account}`,
    metadata: { paymentId, authorization: toAuthorization(row) },
    ...(context.caller === null && { actor: externalActor(row.payer_name) }),
  });
}

/** Stores the authorization of a payment that logs it itself. */
export async function storeAuthorization(
  context: HandlerContext,
  draft: AuthorizationDraft,
  paymentId: string,
): Promise<Row<'debit_authorizations'>> {
  const row = {
    ...draft,
    payment_id: paymentId,
    authorized_at: context.now().toISOString(),
    address: context.address,
  };
  await context.db.insertInto('debit_authorizations').values(row).execute();
  return row;
}

/** Returns the authorization of a payment; `undefined` if it was made without a request, by a control or a seed. */
export const authorizationOf = (
  { db }: ReadContext,
  paymentId: string,
): Promise<Row<'debit_authorizations'> | undefined> =>
  db
    .selectFrom('debit_authorizations')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

/** Converts a row to the API's authorization. The amount is in dollars. */
export const toAuthorization = (row: Row<'debit_authorizations'>) => ({
  text: row.wording,
  authorizedAt: row.authorized_at,
  payerName: row.payer_name,
  payerEmail: row.payer_email,
  account: row.account,
  amount: toDollars(row.cents),
  address: row.address,
});
