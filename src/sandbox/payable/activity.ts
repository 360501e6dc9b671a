/** The audit trail of a payable: its entries, who made them, and the function that appends one. */

import type { Insertable } from 'kysely';
import type { ActivityType } from '../../api/operations/payable.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { prepared } from '../database/prepared.ts';
import type { SandboxTables } from '../database/tables.ts';

/** The author of an entry: a user of a business, the sandbox itself, or a payer without an account. */
export interface Actor {
  readonly type: 'user' | 'system' | 'external';
  readonly userId: string | null;
  readonly name: string;
  readonly businessId: string | null;
}

/** One entry of the audit trail, before it has an id and a time. */
export interface ActivityEntry {
  readonly type: ActivityType;
  readonly message: string;
  readonly fromStatus?: string | null;
  readonly toStatus?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The business that the caller acts for; null by default. */
  readonly businessId?: string | null;
  /** The caller by default, or the system if the context has no caller. */
  readonly actor?: Actor;
}

/**
 * Appends an entry to the audit trail of a payable ("activity-log" of the specification), stamped with the domain
 * clock.
 */
export async function logActivity(
  context: HandlerContext,
  payableId: string,
  entry: ActivityEntry,
): Promise<void> {
  const { type, message, fromStatus = null, toStatus = null, metadata = {} } = entry;
  const actor = entry.actor ?? actorOf(context, entry.businessId ?? null);
  await addEntry(context.db, {
    id: context.newId('act'),
    payable_id: payableId,
    type,
    message,
    actor: JSON.stringify(actor),
    from_status: fromStatus,
    to_status: toStatus,
    metadata: JSON.stringify(metadata),
    created_at: context.now().toISOString(),
  });
}

const addEntry = prepared((db, row: Insertable<SandboxTables['activity']>) =>
  db.insertInto('activity').values(row),
);

/** Returns the actor for a payer without an account. */
export const externalActor = (name: string): Actor => ({
  type: 'external',
  userId: null,
  name,
  businessId: null,
});

const system: Actor = { type: 'system', userId: null, name: 'System', businessId: null };

const actorOf = ({ caller }: HandlerContext, businessId: string | null): Actor =>
  caller ? { type: 'user', userId: caller.userId, name: caller.name, businessId } : system;
