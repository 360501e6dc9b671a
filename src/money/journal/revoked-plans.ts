/** Plans that were revoked: nothing more of them is sent, whichever copy of the file is applied. */

import type { Kysely, Transaction } from 'kysely';
import { appendEntry } from './chain/append-entry.ts';
import { PlanRevokedError } from './errors.ts';
import type { JournalTables } from './tables.ts';

/** The fact in the table `observations`, whose `origin` is then the plan. */
const REVOKED = 'plan-revoked';

const originOf = (plan: string): string => `plan ${plan}`;

/** Records that the plan with this hash was revoked at the time `at` (UTC ISO). A second time changes nothing. */
export async function addRevokedPlan(
  db: Transaction<JournalTables>,
  plan: string,
  at: string,
): Promise<void> {
  if ((await selectRevocation(db, plan)) !== undefined) return;
  const row = { origin: originOf(plan), what: REVOKED, at };
  await db.insertInto('observations').values(row).execute();
  await appendEntry(db, {
    kind: 'revocation',
    at,
    intentId: null,
    insert: { observations: [row] },
  });
}

/** Returns the time (UTC ISO) at which a plan was revoked; `undefined` if it was not. */
export async function selectRevocation(
  db: Kysely<JournalTables>,
  plan: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('observations')
    .select('at')
    .where('origin', '=', originOf(plan))
    .where('what', '=', REVOKED)
    .executeTakeFirst();
  return row?.at;
}

/**
 * Checks that a plan was not revoked.
 *
 * @throws {PlanRevokedError} If it was.
 */
export async function assertPlanNotRevoked(
  db: Kysely<JournalTables>,
  plan: string | undefined,
): Promise<void> {
  const at = plan === undefined ? undefined : await selectRevocation(db, plan);
  if (at !== undefined) throw new PlanRevokedError(at);
}
