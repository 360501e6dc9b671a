import type { BankStatus } from '../../api/operations/bank.ts';
import type { BusinessStatus } from '../../api/operations/business.ts';
import { optional, type Statement, sqlInteger, sqlTable, sqlText } from '../../storage/tables.ts';

/** The tables of businesses, link tokens and bank accounts. */
export const businessTables = {
  businesses: sqlTable({
    id: sqlText('primary key'),
    account_id: sqlText(),
    type: sqlText<'full' | 'basic'>(),
    name: sqlText(),
    business_type: sqlText(),
    /** JSON of the address. */
    address: sqlText(),
    ein: optional(sqlText()),
    ssn_last4: optional(sqlText()),
    /** JSON of the controller with `ssnLast4` in place of `ssn`. */
    controller: optional(sqlText()),
    status: sqlText<BusinessStatus>(),
    alias: optional(sqlText()),
    /** JSON array of what the review still requires. */
    required_actions: sqlText(),
    public_invite_enabled: sqlInteger(),
    public_invite_approval: sqlInteger(),
    public_invite_token: optional(sqlText()),
    logo_file_id: optional(sqlText()),
    created_at: sqlText(),
    updated_at: sqlText(),
  }),

  /** Link tokens and public tokens of the simulated bank-linking provider, by hash. Wall time. */
  link_tokens: sqlTable(
    {
      hash: sqlText('primary key'),
      kind: sqlText<'link' | 'public'>(),
      account_id: sqlText(),
      /** JSON: the accounts that can be connected with it. */
      accounts: sqlText(),
      expires_at: sqlText(),
      used_at: optional(sqlText()),
    },
    { hasOrder: false },
  ),

  bank_accounts: sqlTable({
    id: sqlText('primary key'),
    business_id: sqlText(),
    name: sqlText(),
    bank_name: sqlText(),
    account_type: sqlText<'checking' | 'savings'>(),
    last4: sqlText(),
    routing_number: sqlText(),
    /** Keyed hash of routing and account number, which finds duplicates without storing the number. */
    account_hash: sqlText(),
    status: sqlText<BankStatus>(),
    method: sqlText<'linkprovider' | 'microDeposits'>(),
    is_default: sqlInteger(),
    micro_status: optional(sqlText<'pending' | 'posted' | 'failed' | 'verified'>()),
    micro_cents_1: optional(sqlInteger()),
    micro_cents_2: optional(sqlInteger()),
    micro_attempts: optional(sqlInteger()),
    micro_post_at: optional(sqlText()),
    /** Outcome of a debit: a return code, `<code>-late`, `HOLD`, `OK`, or null for an ordinary account. */
    behavior: optional(sqlText()),
    /** The return code after which debits are stopped, and when they were authorized again. */
    debits_stopped_code: optional(sqlText()),
    debits_authorized_at: optional(sqlText()),
    /** JSON of the latest notice of change. */
    notice_of_change: optional(sqlText()),
    /** Cents it held before anything moved here; null if it always holds enough. */
    outside_cents: optional(sqlInteger()),
    created_at: sqlText(),
    verified_at: optional(sqlText()),
    removed_at: optional(sqlText()),
  }),
};

/** The indices of these tables. */
export const businessIndices: readonly Statement[] = [
  `create index businesses_of_account on businesses (account_id, created_at)`,
  `create unique index businesses_by_invite on businesses (public_invite_token) where public_invite_token is not null`,
  `create index businesses_by_name on businesses (lower(name), id)`,
  `create index bank_accounts_of_business on bank_accounts (business_id, created_at)`,
  `create index bank_accounts_by_number on bank_accounts (business_id, account_hash)`,
  `create unique index bank_accounts_default on bank_accounts (business_id) where is_default = 1 and removed_at is null`,
  `create index bank_accounts_by_hash on bank_accounts (account_hash)`,
];
