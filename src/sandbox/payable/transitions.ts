import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readConfig } from '../context/settings.ts';
import type { Row } from '../database/tables.ts';
import type { Job } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { cancelPayment } from '../payment/hold-release.ts';
import { type Actor, logActivity } from './activity.ts';
import { notifyCounterparty } from './notify.ts';
import { payableAt } from './records.ts';
import { type PayableTransition, payableTransitionTarget } from './rules.ts';

type Payable = Row<'payables'>;

const HOUR_MS = 3_600_000;

/** What a move is called where it is told. */
const told = {
  approve: { type: 'approved', at: 'approved_at', mail: 'payable_approved', message: 'Approved' },
  decline: { type: 'declined', at: 'declined_at', mail: 'payable_declined', message: 'Declined' },
  cancel: {
    type: 'cancelled',
    at: 'cancelled_at',
    mail: 'payable_cancelled',
    message: 'Cancelled',
  },
} as const;

/** Approves, declines or cancels a payable; the other side is told, and a payment that waits goes with a cancelled one. Throws `ApiError` (409). */
export async function transitionPayable(
  world: HandlerContext,
  payable: Payable,
  name: PayableTransition,
  { reason = null, actor }: { reason?: string | null; actor?: Actor } = {},
): Promise<void> {
  const status = payableTransitionTarget(name, payable);
  const byPayee = name === 'cancel';
  if (byPayee && payable.active_payment_id !== null) {
    await cancelPayment(world, payable.active_payment_id, { by: 'payee' });
  }
  const { type, at, mail, message } = told[name];
  const now = world.now().toISOString();
  await world.db
    .updateTable('payables')
    .set({
      status,
      [at]: now,
      updated_at: now,
      ...(reason !== null && { decline_reason: reason }),
      ...(status !== 'APPROVED' && { link_enabled: 0 }),
    })
    .where('id', '=', payable.id)
    .execute();
  await logActivity(world, payable.id, {
    type,
    message: reason === null ? message : `${message}: ${reason}`,
    fromStatus: payable.status,
    toStatus: status,
    businessId: byPayee ? payable.payee_id : payable.payer_id,
    ...(actor && { actor }),
  });
  await emit(world, {
    type: `payable.${type}`,
    resource: { type: 'payable', id: payable.id },
    businessId: payable.payee_id,
  });
  await notifyCounterparty(
    world,
    payable,
    mail,
    byPayee ? payable.payer_id : payable.payee_id,
    `${type} an invoice`,
  );
}

/** Reminds the payer of a payable that is still open; says where the email went. Throws `ApiError`: 409, 429. */
export async function remindPayer(world: HandlerContext, payable: Payable) {
  if (!['SUBMITTED', 'APPROVED', 'SCHEDULED'].includes(payable.status)) {
    throw new ApiError(
      409,
      'payable_not_outstanding',
      `Payable ${payable.id} is ${payable.status}: it is not outstanding.`,
    );
  }
  await refuseSoonAgain(world, payable);
  const to = await notifyCounterparty(
    world,
    payable,
    'reminder',
    payable.payer_id,
    'reminds you of an invoice',
  );
  await logActivity(world, payable.id, {
    type: 'reminder_sent',
    message: 'Reminder sent',
    businessId: payable.payee_id,
  });
  await emit(world, {
    type: 'payable.reminder_sent',
    resource: { type: 'payable', id: payable.id },
    businessId: payable.payee_id,
  });
  return { sent: true, to: to ?? null, sentAt: world.now().toISOString() };
}

/** Whoever was reminded is left alone for a while, where the sandbox is told so. */
async function refuseSoonAgain({ db, now }: HandlerContext, { id }: Payable): Promise<void> {
  const { reminderHours } = await readConfig(db);
  if (reminderHours === null) return;
  const last = await db
    .selectFrom('activity')
    .select('created_at')
    .where('payable_id', '=', id)
    .where('type', '=', 'reminder_sent')
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  const waitMs = last ? Date.parse(last.created_at) + reminderHours * HOUR_MS - now().getTime() : 0;
  if (waitMs <= 0) return;
  throw new ApiError(429, 'rate_limited', `A reminder for payable ${id} was sent recently.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

/** What the payer's own rule does to a payable that was just submitted. */
export const autoApproveJobs = {
  async 'payable.auto_approve'(id, world) {
    const payable = await payableAt(id, world);
    const rule = await world.db
      .selectFrom('connection_sides')
      .select('auto_approve_max_cents as most')
      .where('connection_id', '=', payable.connection_id ?? '')
      .where('business_id', '=', payable.payer_id ?? '')
      .where('auto_approve', '=', 1)
      .executeTakeFirst();
    const applies = rule && (rule.most === null || payable.cents <= rule.most);
    if (applies && payable.status === 'SUBMITTED')
      await transitionPayable(world, payable, 'approve');
  },
} satisfies Record<string, Job>;
