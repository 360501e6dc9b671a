/** Connections as the API returns them. */

import type { Connection } from '../../contract/connection.ts';
import { toDollars } from '../../contract/money.ts';
import type { Row } from '../database/tables.ts';

/** A connection as one side sees it, before conversion. */
export interface ConnectionView {
  readonly connection: Row<'connections'>;
  readonly viewerId: string;
  readonly viewerName: string;
  readonly otherId: string | null;
  readonly otherName: string | null;
  readonly side: Row<'connection_sides'> | undefined;
  readonly tags: readonly { readonly id: string; readonly name: string; readonly color: string }[];
}

/** Converts a view to the API's connection. Alias, tags and settings are the viewer's own. */
export const toConnection = ({
  connection: row,
  side,
  tags,
  ...names
}: ConnectionView): Connection => ({
  id: row.id,
  status: row.status,
  alias: side?.alias ?? null,
  tags: tags.map(({ id, name, color }) => ({ id, name, color })),
  settings: {
    netTerms: side?.net_terms ?? null,
    autoApprove: {
      enabled: side?.auto_approve === 1,
      maxAmount:
        side?.auto_approve_max_cents == null ? null : toDollars(side.auto_approve_max_cents),
    },
  },
  businessName: names.viewerName,
  connectedBusinessName: names.otherName,
  businessId: names.viewerId,
  connectedBusinessId: names.otherId,
  initiatedBy: row.inviter_id,
  invitationId: row.invitation_id,
  createdAt: row.created_at,
  activatedAt: row.activated_at,
  archivedAt: row.archived_at,
});
