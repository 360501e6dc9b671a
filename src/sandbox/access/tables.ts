import type { Generated } from 'kysely';

/** Who may ask. */
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
  /** Access tokens, known only by their SHA-256. Times are wall time. */
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
  /** Answers kept for replay, per user. Wall time. `status` null: still running. */
  idempotency: {
    user_id: string;
    key: string;
    request_hash: string;
    status: number | null;
    headers: string | null;
    body: string | null;
    created_at: string;
  };
}

export type Role = 'owner' | 'admin' | 'ap' | 'ar' | 'viewer';
