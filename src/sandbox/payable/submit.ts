import { logActivity } from './activity.ts';
import { emit } from '../notifications/events.ts';
import { schedule } from '../jobs/schedule.ts';
import type { Row } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';
import { tellOther } from './notify.ts';

/** The payer hears of it, and a rule of theirs may approve it before the next request is answered. */
export async function announceSubmission(world: World, payable: Row<'payables'>): Promise<void> {
  await logActivity(world, payable.id, {
    type: 'submitted',
    message: 'Submitted to the payer',
    fromStatus: 'DRAFT',
    toStatus: 'SUBMITTED',
    businessId: payable.payee_id,
  });
  await emit(world, {
    type: 'payable.submitted',
    resource: { type: 'payable', id: payable.id },
    businessId: payable.payee_id,
  });
  await tellOther(world, payable, 'payable_submitted', payable.payer_id, 'sent you an invoice');
  if (await hasRule(world, payable)) {
    await schedule(world, 'payable.auto_approve', payable.id, world.now());
  }
}

/** Whether the payer approves anything by rule on this connection. */
async function hasRule(
  { db }: World,
  { connection_id, payer_id }: Row<'payables'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('connection_sides')
    .select('business_id')
    .where('connection_id', '=', connection_id ?? '')
    .where('business_id', '=', payer_id ?? '')
    .where('auto_approve', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}
