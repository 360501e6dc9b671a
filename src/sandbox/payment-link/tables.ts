/** What people without an account reach, and what is kept byte for byte. */
export interface LinkTables {
  pay_me_links: {
    business_id: string;
    enabled: number;
    /** Null: no limit. */
    min_cents: number | null;
    max_cents: number | null;
    /** The end of its address. */
    token: string;
    updated_at: string;
  };
  /** Logos and attachments. */
  files: {
    id: string;
    account_id: string;
    filename: string;
    content_type: string;
    size: number;
    sha256: string;
    bytes: Uint8Array;
    created_at: string;
  };
  /** On which payables a file stands: both sides of them may read it. */
  payable_files: { file_id: string; payable_id: string };
}
