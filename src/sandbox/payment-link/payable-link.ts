import { ApiError } from '../../contract/http/api-error.ts';
import type { PaymentLink } from '../../contract/link.ts';
import { dollarsText } from '../../contract/money.ts';
import { assertNotSuspended, displayNameOf } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readEmail } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { mail } from '../notifications/outbox.ts';
import { logActivity } from '../payable/activity.ts';
import { businessAt } from '../payment/records.ts';
import { checkLinkable } from './rules.ts';

type Payable = Row<'payables'>;

/** The payment link of a payable; without an address before it was first enabled. */
export const paymentLinkOf = (
  { link_nano_id, link_enabled }: Payable,
  { options }: Pick<HandlerContext, 'options'>,
): PaymentLink => ({
  nanoId: link_nano_id,
  status: link_enabled === 1 ? 'enabled' : 'disabled',
  url: link_nano_id === null ? null : `${options.appUrl}/pay/${link_nano_id}`,
});

/** Lets anybody with the link pay the invoice; the address is made once and archived. Throws `ApiError`: 403, 409. */
export async function enableLink(world: HandlerContext, payable: Payable): Promise<Payable> {
  checkLinkable(payable);
  await assertNotSuspended(world, payable.payee_id);
  if (payable.link_enabled === 1) return payable;
  const nanoId = payable.link_nano_id ?? world.newSecret(21);
  return put(world, payable, { link_enabled: 1, link_nano_id: nanoId }, 'enabled');
}

/** Makes the address invalid. What is disabled stays so. */
export const disableLink = async (world: HandlerContext, payable: Payable): Promise<Payable> =>
  payable.link_enabled === 0 ? payable : put(world, payable, { link_enabled: 0 }, 'disabled');

/** Emails the link; says where it went. Throws `ApiError`: 422, or 409 while the link is disabled. */
export async function sendLink(world: HandlerContext, payable: Payable, email: string) {
  const to = readEmail(email);
  if (payable.link_enabled === 0) {
    throw new ApiError(
      409,
      'payment_link_disabled',
      `The payment link of payable ${payable.id} is not enabled.`,
    );
  }
  const { url } = paymentLinkOf(payable, world);
  const name = displayNameOf(await businessAt(world.db, payable.payee_id));
  await mail(world, {
    kind: 'payment_link',
    to,
    subject: `${name} sent you an invoice`,
    text: `Pay $${dollarsText(payable.cents)} to ${name} with this link.`,
    ...(url && { url }),
    payableId: payable.id,
  });
  await tell(world, payable, 'sent', { to });
  return { ...paymentLinkOf(payable, world), sent: true, to, sentAt: world.now().toISOString() };
}

async function put(
  world: HandlerContext,
  { id }: Payable,
  changes: { link_enabled: number; link_nano_id?: string },
  verb: 'enabled' | 'disabled',
): Promise<Payable> {
  const changed = await world.db
    .updateTable('payables')
    .set({ ...changes, updated_at: world.now().toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tell(world, changed, verb);
  return changed;
}

async function tell(
  world: HandlerContext,
  { id, payee_id }: Payable,
  verb: 'enabled' | 'disabled' | 'sent',
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  await logActivity(world, id, {
    type: `payment_link_${verb}`,
    message: `Payment link ${verb}`,
    metadata,
    businessId: payee_id,
  });
  await emit(world, {
    type: `payment_link.${verb}`,
    resource: { type: 'payable', id },
    businessId: payee_id,
  });
}
