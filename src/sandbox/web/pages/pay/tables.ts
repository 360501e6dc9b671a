/** What the pages for people without an account remember. */
export interface PageTables {
  /** Somebody on the way from a link to a payment, known only by the hash of the address of that way. Wall time. */
  checkouts: {
    hash: string;
    kind: 'invoice' | 'payMe';
    /** The end of the link's address. */
    link: string;
    /** What was filled in. */
    wishes: string;
    /** Of the receipt, once it is paid. */
    public_id: string | null;
    expires_at: string;
  };
}
