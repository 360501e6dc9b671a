/** The explanations of exit codes, error codes of the service, and ACH codes. */

import { noticeAdvice, noticesOfChange } from '../api/ach/notices-of-change.ts';
import { achReturnCodes, type ReturnClass } from '../api/ach/return-codes.ts';
import { retryRuleOf, retryTexts, returnWindowOf, windowTexts } from '../api/ach/return-rules.ts';
import { exitCodes } from './exit-codes.ts';

/** The meaning of one code, and the next step. */
export interface Explanation {
  readonly code: string;
  readonly kind: 'exit code' | 'API error code' | 'ACH return code' | 'ACH notice of change';
  readonly meaning: string;
  readonly next: string | null;
  /** Of an ACH return code: its class, the time that a bank has for it, and how a payment may be sent again. */
  readonly class?: ReturnClass;
  readonly window?: string;
  readonly again?: string;
}

/** Returns the explanation of a code, in any case; `undefined` if it is not known. */
export const explain = (code: string): Explanation | undefined =>
  listExplanations().find((it) => it.code.toLowerCase() === code.toLowerCase());

export const listExplanations = (): readonly Explanation[] => [
  ...Object.values(exitCodes).map(
    ({ code, meaning }): Explanation => ({
      ...{ code: String(code), kind: 'exit code', meaning, next: 'remit help exit-codes' },
    }),
  ),
  ...Object.entries(achReturnCodes).map(
    ([code, { class: kind, title, meaning, advice }]): Explanation => ({
      ...{
        code,
        kind: 'ACH return code',
        meaning: `${title}. ${meaning}`,
        next: advice,
        class: kind,
      },
      window: windowTexts[returnWindowOf(code)],
      again: retryTexts[retryRuleOf(code) ?? 'never'],
    }),
  ),
  ...Object.entries(noticesOfChange).map(
    ([code, notice]): Explanation => ({
      ...{ code, kind: 'ACH notice of change', meaning: notice.title, next: noticeAdvice(notice) },
    }),
  ),
  ...Object.entries(serviceCodes).map(
    ([code, meaning]): Explanation => ({
      ...{ code, kind: 'API error code', ...meaning },
    }),
  ),
];

const is = (meaning: string, next: string | null = null) => ({ meaning, next });

/** The error codes of the sandbox, and of a service like it. The specification contains no codes. */
export const serviceCodes: Readonly<Record<string, Pick<Explanation, 'meaning' | 'next'>>> = {
  invalid_json: is('The request body is not valid JSON, or has a duplicate key'),
  unknown_field: is('The request has an unknown field', 'check its spelling'),
  missing_field: is('A required field is missing', 'add it, or send it with -F key=value'),
  invalid_type: is('A field has the wrong type'),
  invalid_pagination: is('limit or offset is out of range'),
  invalid_entity_type: is('Only vendors, bankAccounts and invoices can be synced'),
  file_required: is('The upload has no part named file'),
  unauthenticated: is('The request has no token', 'remit auth login'),
  invalid_token: is('The token is invalid', 'remit auth login'),
  token_expired: is('The token has expired', 'remit auth login'),
  invalid_credentials: is('The email address or password is incorrect', 'remit auth login'),
  business_forbidden: is('The business belongs to another account', 'remit business list'),
  insufficient_permission: is('Your role does not allow this', 'remit whoami'),
  not_payer: is('Only the payer can do this', 'select the business with -b'),
  not_payee: is('Only the payee can do this', 'select the business with -b'),
  business_receive_only: is('A basic business can only receive payments'),
  business_not_verified: is('The business is not verified yet', 'remit business get'),
  business_suspended: is('The business is suspended'),
  not_found: is('The resource does not exist or is not visible to you'),
  invitation_not_found: is('No invitation found for this token'),
  link_not_found: is('The link is invalid or no longer valid'),
  invalid_payable_state: is(
    'The status of the payable does not allow this',
    'remit payable log <payable>',
  ),
  payable_not_editable: is('Only drafts and some fields of submitted payables can be changed'),
  payable_field_not_editable: is('This field cannot be changed once the payable is submitted'),
  payable_not_approved: is('Only approved payables can be paid', 'remit payable approve <payable>'),
  payable_not_payable: is('The invoice is already paid or being paid'),
  payable_not_outstanding: is('The payable is not outstanding'),
  payment_in_progress: is('A payment is in progress', 'remit payable get <payable>'),
  payment_not_cancellable: is(
    'Only held and scheduled payments can be cancelled',
    'remit pay get <payment>',
  ),
  return_window_closed: is(
    'The bank can no longer return the payment with this code',
    'remit explain <code>',
  ),
  payment_link_disabled: is('The payment link is not enabled', 'remit link enable <payable>'),
  connection_not_active: is('The connection is pending or archived', 'remit connection list'),
  already_connected: is('The two businesses are already connected'),
  invitation_not_pending: is('The invitation is no longer pending'),
  invitation_expired: is('The invitation has expired', 'remit invite resend <invitation>'),
  invitation_already_pending: is('An invitation to this email address is already pending'),
  duplicate_invoice_number: is('Another payable of the connection has this invoice number'),
  duplicate_bank_account: is('The bank account is already linked', 'remit bank list'),
  funding_source_in_use: is('The bank account has pending payments'),
  debit_not_authorized: is(
    'Debits from the bank account are stopped after a return',
    'remit bank list',
  ),
  retry_limit_exceeded: is('The payment was returned for its funds too often', 'remit explain R01'),
  funding_source_not_verified: is(
    'The bank account is not verified',
    'remit bank verify <bank> <amount1> <amount2>',
  ),
  bank_account_frozen: is('The bank account is frozen', 'remit bank link'),
  micro_deposits_not_posted: is('The micro-deposits are not posted yet'),
  too_many_attempts: is('Too many incorrect attempts', 'remit bank link'),
  already_verified: is('The bank account is already verified', 'remit bank list'),
  pay_me_not_eligible: is(
    'A pay-me link needs a verified business and bank account',
    'remit link pay-me get',
  ),
  integration_not_connected: is('No accounting system is connected', 'remit accounting connect'),
  integration_already_connected: is(
    'An accounting system is already connected',
    'remit accounting status',
  ),
  sync_in_progress: is('A sync is in progress', 'remit accounting sync-status <integration>'),
  file_too_large: is('The file is too large'),
  body_too_large: is('The request body is too large'),
  invalid_amount: is('The amount is not positive, has fractions of a cent, or is too large'),
  amount_mismatch: is('The lines do not add up to the amount'),
  invalid_routing_number: is(
    'Invalid routing number: must be nine digits with a valid check digit',
  ),
  invalid_account_number: is('Invalid account number: must be 4 to 17 digits'),
  invalid_tax_id: is('Invalid EIN or SSN: must be nine digits in a valid range'),
  invalid_date: is('Invalid date: must be an existing date as YYYY-MM-DD'),
  invalid_scheduled_date: is('The scheduled date must be from tomorrow to one year ahead'),
  insufficient_balance: is('The available balance is insufficient', 'remit business balance'),
  funding_source_mismatch: is('The bank account belongs to another business', 'remit bank list'),
  micro_deposits_mismatch: is('The amounts do not match the micro-deposits'),
  invalid_public_token: is(
    'The public token is unknown, expired or already used',
    'remit bank link',
  ),
  unknown_tag: is('The tag does not exist'),
  unknown_attachment: is('The attachment does not exist', 'upload it with --attach'),
  unsupported_file_type: is('The file type is not supported'),
  cannot_connect_to_self: is('A business cannot connect to itself'),
  invalid_range: is('The maximum is less than the minimum'),
  amount_below_minimum: is('The amount is less than the minimum of the link'),
  amount_above_maximum: is('The amount is more than the maximum of the link'),
  same_day_limit_exceeded: is(
    'The amount is above the Same Day ACH limit',
    'pay with --speed standard',
  ),
  bulk_validation_failed: is('One payment of the batch was refused, so none was made'),
  idempotency_key_reuse: is('The idempotency key was used for a different request'),
  idempotency_in_progress: is(
    'A request with this idempotency key is in progress',
    'remit journal reconcile',
  ),
  rate_limited: is('Too many requests', 'wait, then run it again'),
  internal: is(
    'The service failed. If the request moves money, run this first: remit journal reconcile',
    'remit journal list --unresolved for writes; a read may be repeated',
  ),
};
