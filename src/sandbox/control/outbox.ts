import type { Row } from '../database/tables.ts';
import { letterText, readLetter } from '../notifications/letter.ts';
import type { ControlHandlers } from './control-handlers.ts';

/** Controls of the outbox: the emails a real service would send, with their links and tokens. */
export const outboxControlHandlers: ControlHandlers<'listEmails' | 'readEmails' | 'deleteEmails'> =
  {
    async listEmails({ to, kind, last }, { db }) {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .$if(to !== undefined, (query) => query.where('to_email', '=', to ?? ''))
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'payment'))
        .orderBy('seq', last === undefined ? 'asc' : 'desc')
        .$if(last !== undefined, (query) => query.limit(Number(last)))
        .execute();
      return rows.map(toMail);
    },

    async readEmails(_, { db }) {
      const { numUpdatedRows } = await db
        .updateTable('outbox')
        .set({ is_read: 1 })
        .where('is_read', '=', 0)
        .executeTakeFirst();
      return { marked: Number(numUpdatedRows) };
    },

    async deleteEmails(_, { db }) {
      const { numDeletedRows } = await db.deleteFrom('outbox').executeTakeFirst();
      return { deleted: Number(numDeletedRows) };
    },
  };

const toMail = (row: Row<'outbox'>) => ({
  id: row.id,
  kind: row.kind,
  to: row.to_email,
  subject: row.subject,
  text: letterText(readLetter(row), row.url),
  url: row.url,
  token: row.token,
  invitationId: row.invitation_id,
  payableId: row.payable_id,
  bounced: row.bounced === 1,
  createdAt: row.created_at,
});
