import type { ConnectionStatus } from '../../api/operations/connection.ts';
import type { InvitationStatus } from '../../api/operations/invite.ts';
import { optional, type Statement, sqlInteger, sqlTable, sqlText } from '../../storage/tables.ts';

/** The tables of invitations, connections and tags. */
export const connectionTables = {
  invitations: sqlTable({
    id: sqlText('primary key'),
    kind: sqlText<'direct' | 'public'>(),
    email: sqlText(),
    alias_name: optional(sqlText()),
    status: sqlText<InvitationStatus>(),
    /** The sender. */
    business_id: sqlText(),
    /** The business that answered, or the owner of the public link that was used. */
    receiver_id: optional(sqlText()),
    token_hash: sqlText(),
    connection_id: optional(sqlText()),
    created_at: sqlText(),
    sent_at: sqlText(),
    resend_count: sqlInteger(),
    expires_at: sqlText(),
    responded_at: optional(sqlText()),
  }),

  connections: sqlTable({
    id: sqlText('primary key'),
    /** The sender of the invitation. */
    inviter_id: sqlText(),
    /** The business that accepted it; null while a direct invitation is pending. */
    invitee_id: optional(sqlText()),
    status: sqlText<ConnectionStatus>(),
    invitation_id: optional(sqlText()),
    created_at: sqlText(),
    activated_at: optional(sqlText()),
    archived_at: optional(sqlText()),
  }),
  /** Settings of one side, which the other does not see. */
  connection_sides: sqlTable(
    {
      connection_id: sqlText(),
      business_id: sqlText(),
      alias: optional(sqlText()),
      /** JSON array of tag ids. */
      tag_ids: sqlText(),
      net_terms: optional(sqlInteger()),
      auto_approve: sqlInteger(),
      auto_approve_max_cents: optional(sqlInteger()),
    },
    { key: ['connection_id', 'business_id'], hasOrder: false },
  ),
  tags: sqlTable(
    { id: sqlText(), account_id: sqlText(), name: sqlText(), color: sqlText() },
    { key: ['account_id', 'id'], hasOrder: false },
  ),
};

/** The indices of these tables. */
export const connectionIndices: readonly Statement[] = [
  `create index invitations_of_business on invitations (business_id, created_at)`,
  `create index invitations_by_token on invitations (token_hash)`,
  `create index invitations_by_email on invitations (email, status)`,
  `create index connections_of_inviter on connections (inviter_id, created_at)`,
  `create index connections_of_invitee on connections (invitee_id, created_at)`,
];
