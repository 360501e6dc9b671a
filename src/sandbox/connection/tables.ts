import type { ConnectionStatus } from '../../contract/connection.ts';
import type { InvitationStatus } from '../../contract/invite.ts';

/** The tables of invitations, connections and tags. */
export interface ConnectionTables {
  invitations: {
    id: string;
    kind: 'direct' | 'public';
    email: string;
    alias_name: string | null;
    status: InvitationStatus;
    /** The sender. */
    business_id: string;
    /** The business that answered, or the owner of the public link that was used. */
    receiver_id: string | null;
    token_hash: string;
    connection_id: string | null;
    created_at: string;
    sent_at: string;
    resend_count: number;
    expires_at: string;
    responded_at: string | null;
  };

  connections: {
    id: string;
    /** The sender of the invitation. */
    inviter_id: string;
    /** The business that accepted it; null while a direct invitation is pending. */
    invitee_id: string | null;
    status: ConnectionStatus;
    invitation_id: string | null;
    created_at: string;
    activated_at: string | null;
    archived_at: string | null;
  };
  /** Settings of one side, which the other does not see. */
  connection_sides: {
    connection_id: string;
    business_id: string;
    alias: string | null;
    /** JSON array of tag ids. */
    tag_ids: string;
    net_terms: number | null;
    auto_approve: number;
    auto_approve_max_cents: number | null;
  };
  tags: { id: string; account_id: string; name: string; color: string };
}
