import type { BankStatus } from '../../contract/bank.ts';
import type { BusinessStatus } from '../../contract/business.ts';

/** The tables of businesses, link tokens and bank accounts. */
export interface BusinessTables {
  businesses: {
    id: string;
    account_id: string;
    type: 'full' | 'basic';
    name: string;
    business_type: string;
    /** JSON of the address. */
    address: string;
    ein: string | null;
    ssn_last4: string | null;
    /** JSON of the controller with `ssnLast4` in place of `ssn`. */
    controller: string | null;
    status: BusinessStatus;
    alias: string | null;
    /** JSON array of what the review still requires. */
    required_actions: string;
    public_invite_enabled: number;
    public_invite_approval: number;
    public_invite_token: string | null;
    logo_file_id: string | null;
    created_at: string;
    updated_at: string;
  };

  /** Link tokens and public tokens of the simulated bank-linking provider, by hash. Wall time. */
  link_tokens: {
    hash: string;
    kind: 'link' | 'public';
    account_id: string;
    /** JSON: the accounts that can be connected with it. */
    accounts: string;
    expires_at: string;
    used_at: string | null;
  };

  bank_accounts: {
    id: string;
    business_id: string;
    name: string;
    bank_name: string;
    account_type: 'checking' | 'savings';
    last4: string;
    routing_number: string;
    /** Keyed hash of routing and account number, which finds duplicates without storing the number. */
    account_hash: string;
    status: BankStatus;
    method: 'linkprovider' | 'microDeposits';
    is_default: number;
    micro_status: 'pending' | 'posted' | 'failed' | 'verified' | null;
    micro_cents_1: number | null;
    micro_cents_2: number | null;
    micro_attempts: number | null;
    micro_post_at: string | null;
    /** Outcome of a debit: a return code, `<code>-late`, `HOLD`, `OK`, or null for an ordinary account. */
    behavior: string | null;
    /** Cents it held before anything moved here; null if it always holds enough. */
    outside_cents: number | null;
    created_at: string;
    verified_at: string | null;
    removed_at: string | null;
  };
}
