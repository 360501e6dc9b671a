import type { Kysely } from 'kysely';
import type { HandlerContext } from '../context/handler-context.ts';
import type { OutboxKind, SandboxTables } from '../database/tables.ts';

interface Mail {
  readonly kind: OutboxKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly url?: string;
  readonly token?: string;
  readonly invitationId?: string;
  readonly payableId?: string;
}

/** Nothing is ever emailed: what would be is kept here, links and tokens included. `bounce@…` bounces. */
export async function mail(world: HandlerContext, it: Mail): Promise<void> {
  await world.db
    .insertInto('outbox')
    .values({
      id: world.newId('mail'),
      kind: it.kind,
      to_email: it.to,
      subject: it.subject,
      text: it.text,
      url: it.url ?? null,
      token: it.token ?? null,
      invitation_id: it.invitationId ?? null,
      payable_id: it.payableId ?? null,
      bounced: it.to.toLowerCase().startsWith('bounce@') ? 1 : 0,
      created_at: world.now().toISOString(),
    })
    .execute();
}

/** Where mails to a business go: to the owner of its account, who has been there longest. */
export async function addresseeOf(
  db: Kysely<SandboxTables>,
  businessId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('businesses', 'businesses.account_id', 'users.account_id')
    .select('users.email')
    .where('businesses.id', '=', businessId)
    .orderBy((it) => it.case().when('users.role', '=', 'owner').then(0).else(1).end())
    .orderBy('users.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.email;
}
