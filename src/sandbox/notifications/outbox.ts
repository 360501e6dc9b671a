/** The outbox: emails that a real service would send. */

import type { Kysely } from 'kysely';
import type { OutboxKind } from '../../api/controls/events.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { SandboxTables } from '../database/tables.ts';
import { type Letter, storedLetter } from './letter.ts';

/** An email before it has an id and a time. */
export interface Mail {
  readonly kind: OutboxKind;
  readonly to: string;
  readonly subject: string;
  readonly letter: Letter;
  readonly url?: string;
  readonly token?: string;
  readonly invitationId?: string;
  readonly payableId?: string;
}

/** Saves an email in the outbox, with its links and tokens; nothing is ever sent. An address `bounce@…` bounces. */
export const mail = (context: HandlerContext, draft: Mail): Promise<void> =>
  mailAll(context, [draft]);

/** Saves an email to a business as `mail` does. Does nothing if its account has no user. */
export async function mailBusiness(
  context: HandlerContext,
  businessId: string,
  draft: Omit<Mail, 'to'>,
): Promise<void> {
  const to = await addresseeOf(context.db, businessId);
  if (to !== undefined) await mail(context, { ...draft, to });
}

/** Saves several emails in the outbox as `mail` does, in one statement. */
export async function mailAll(context: HandlerContext, drafts: readonly Mail[]): Promise<void> {
  if (drafts.length === 0) return;
  await context.db
    .insertInto('outbox')
    .values(drafts.map((draft) => rowOf(context, draft)))
    .execute();
}

const rowOf = ({ newId, now }: HandlerContext, draft: Mail) => ({
  id: newId('mail'),
  kind: draft.kind,
  to_email: draft.to,
  subject: draft.subject,
  letter: storedLetter(draft.letter),
  url: draft.url ?? null,
  token: draft.token ?? null,
  invitation_id: draft.invitationId ?? null,
  payable_id: draft.payableId ?? null,
  bounced: draft.to.toLowerCase().startsWith('bounce@') ? 1 : 0,
  created_at: now().toISOString(),
});

/**
 * Returns the email address of a business: that of the oldest owner of its account, or of the oldest user if there is
 * no owner; `undefined` if the account has no user.
 */
export async function addresseeOf(
  db: Kysely<SandboxTables>,
  businessId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('businesses', 'businesses.account_id', 'users.account_id')
    .select('users.email')
    .where('businesses.id', '=', businessId)
    .orderBy((eb) => eb.case().when('users.role', '=', 'owner').then(0).else(1).end())
    .orderBy('users.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.email;
}
