/** The tables of accounts, users and credentials. */

import type { Generated } from 'kysely';
import type { Role } from '../../contract/control-records.ts';

/** The tables of accounts, users, tokens and idempotency keys. */
export interface AccessTables {
  accounts: { id: string; name: string; created_at: string };
  users: {
    id: string;
    account_id: string;
    email: string;
    first_name: string;
    last_name: string;
    password_hash: string;
    role: Role;
    created_at: string;
  };
  /** Tokens by their keyed hash. Wall time. */
  tokens: {
    hash: string;
    kind: 'access' | 'refresh';
    user_id: string;
    role: Role;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
  };
  /** Failed sign-ins, for the lockout. Wall time. */
  sign_in_failures: { id: Generated<number>; email: string; at: string };
  /** Responses saved for replay, by account or user. A null `status` is never replayed. */
  idempotency: {
    scope: string;
    key: string;
    request_hash: string;
    status: number | null;
    headers: string | null;
    body: string | null;
    created_at: string;
  };
}
