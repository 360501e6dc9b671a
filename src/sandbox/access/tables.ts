/** The tables of accounts, users and credentials. */

import type { Role } from '../../api/controls/people.ts';
import {
  counter,
  optional,
  type Statement,
  sqlInteger,
  sqlTable,
  sqlText,
} from '../../storage/tables.ts';

/** The tables of accounts, users, tokens and idempotency keys. */
export const accessTables = {
  accounts: sqlTable({ id: sqlText('primary key'), name: sqlText(), created_at: sqlText() }),
  users: sqlTable({
    id: sqlText('primary key'),
    account_id: sqlText(),
    email: sqlText('unique'),
    first_name: sqlText(),
    last_name: sqlText(),
    password_hash: sqlText(),
    role: sqlText<Role>(),
    created_at: sqlText(),
  }),
  /** Tokens by their keyed hash. Wall time. */
  tokens: sqlTable(
    {
      hash: sqlText('primary key'),
      kind: sqlText<'access' | 'refresh'>(),
      user_id: sqlText(),
      role: sqlText<Role>(),
      created_at: sqlText(),
      expires_at: sqlText(),
      revoked_at: optional(sqlText()),
    },
    { hasOrder: false },
  ),
  /** Failed sign-ins, for the lockout. Wall time. */
  sign_in_failures: sqlTable({ id: counter(), email: sqlText(), at: sqlText() }),
  /** Responses saved for replay, by account or user. */
  idempotency: sqlTable(
    {
      scope: sqlText(),
      key: sqlText(),
      request_hash: sqlText(),
      status: sqlInteger(),
      /** The content type. */
      headers: sqlText(),
      body: sqlText(),
      created_at: sqlText(),
    },
    { key: ['scope', 'key'], hasOrder: false },
  ),
};

/** The indices of these tables. */
export const accessIndices: readonly Statement[] = [
  `create index users_of_account on users (account_id)`,
  `create index tokens_of_user on tokens (user_id)`,
  `create index sign_in_failures_of_email on sign_in_failures (email, at)`,
];
