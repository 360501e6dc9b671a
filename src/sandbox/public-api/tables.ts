import { optional, type Statement, sqlInteger, sqlTable, sqlText } from '../../storage/tables.ts';

/** The tables of pay-me links and of payments by payers without an account. */
export const publicTables = {
  pay_me_links: sqlTable(
    {
      business_id: sqlText('primary key'),
      enabled: sqlInteger(),
      /** Null: no limit. */
      min_cents: optional(sqlInteger()),
      max_cents: optional(sqlInteger()),
      /** The last segment of its URL. */
      token: sqlText('unique'),
      updated_at: sqlText(),
    },
    { hasOrder: false },
  ),
  /** The tokens that pay-me links had before. */
  replaced_pay_me_tokens: sqlTable(
    { token: sqlText('primary key'), business_id: sqlText(), replaced_at: sqlText() },
    { hasOrder: false },
  ),
  /** Checkouts by the hash of their key. Wall time. */
  checkouts: sqlTable(
    {
      hash: sqlText('primary key'),
      kind: sqlText<'invoice' | 'payMe'>(),
      /** Last segment of the link's URL. */
      link: sqlText(),
      /** JSON of the order. */
      wishes: sqlText(),
      /** Public id of the receipt, once paid. */
      public_id: optional(sqlText()),
      expires_at: sqlText(),
      /** Id of the account whose numbers were typed. */
      bank_id: optional(sqlText()),
    },
    { hasOrder: false },
  ),
  /** The text that the payer of a payment agreed to, by payment. Never changed. */
  debit_authorizations: sqlTable(
    {
      payment_id: sqlText('primary key'),
      wording: sqlText(),
      payer_name: sqlText(),
      payer_email: sqlText(),
      /** The bank and the account, with its last four digits. */
      account: sqlText(),
      cents: sqlInteger('check (cents > 0)'),
      authorized_at: sqlText(),
      /** The network address of the payer. */
      address: optional(sqlText()),
      /** Hash of the browser's cookie; null without a page, as the link is. */
      visitor: optional(sqlText()),
      link_kind: optional(sqlText<'invoice' | 'payMe'>()),
      /** Last segment of the link's URL. */
      link: optional(sqlText()),
    },
    { hasOrder: false },
  ),
};

/** The indices that count the authorizations of a browser, and find a payer. */
export const publicIndices: readonly Statement[] = [
  `create index debit_authorizations_by_email on debit_authorizations (lower(payer_email), payment_id)`,
  `create index debit_authorizations_of_visitor on debit_authorizations (visitor, authorized_at)`,
];
